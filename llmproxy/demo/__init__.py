"""The demonstration: a model that over-shares, the proxy before it, and a real client that shows what changed. No part of serving."""
