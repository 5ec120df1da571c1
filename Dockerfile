# ToolMinimize's proxy. Two stages: the first builds an environment from the hashed lock, the second holds only that environment and runs as nobody special.
#   docker build -t toolminimize .                                     # with LiteLLM, for every provider
#   docker build -t toolminimize --build-arg LOCK=no-litellm .          # without: OpenAI-compatible upstreams only

FROM python:3.11-slim AS build
ARG LOCK=core
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/toolminimize
COPY requirements/ requirements/
RUN /opt/toolminimize/bin/pip install --no-cache-dir --require-hashes --requirement requirements/${LOCK}.lock \
 && python -m venv /opt/build \
 && /opt/build/bin/pip install --no-cache-dir --require-hashes --requirement requirements/dev.lock
COPY pyproject.toml hatch_build.py README.md LICENSE NOTICE ./
COPY NOTICE.d/ NOTICE.d/
COPY minimize/ minimize/
COPY llmproxy/ llmproxy/
COPY tool_registry/ tool_registry/
COPY benchmarks/ benchmarks/
RUN TOOLMINIMIZE_COMPILE=1 /opt/build/bin/python -m hatchling build --target wheel --directory /dist \
 && /opt/toolminimize/bin/pip install --no-cache-dir --no-deps /dist/*.whl

FROM python:3.11-slim
COPY --from=build /opt/toolminimize /opt/toolminimize
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin toolminimize \
 && install -d -o toolminimize -g toolminimize -m 0700 /data
USER 10001
ENV PATH=/opt/toolminimize/bin:$PATH PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
ENTRYPOINT ["toolminimize"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data-dir", "/data"]
