"""The one exception of this package: knowledge that contradicts itself. No argument values, no handling."""


class RegistryError(Exception):
    """Packaged tool knowledge is missing, incomplete or contradicts itself (our fault, or a contributor's)."""
