"""An encoder that fails."""

from cpex_toon_encoder import ToonEncoderPlugin


class Panic(BaseException):
    """As PyO3 raises it for a panic of Rust code."""


class Raising:
    def applies_to(self, tool):
        return True

    def convert_result(self, tool, result, arguments):
        raise Panic("broken")


class RaisingPlugin(ToonEncoderPlugin):
    """The plug-in with this encoder."""

    def __init__(self, config):
        super().__init__(config)
        self._converter = Raising()
