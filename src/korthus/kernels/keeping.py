"""Compiled code on disk: read where it lies, written where it can be, and never a reason to fail.

Numba's own cache raises where it finds no folder that it can write, where the disk is full and where a file
is torn. None of these keeps a function from being compiled, so here they do not; who should know is told.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

from numba import config
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
    _SourceFileBackedLocatorMixin,
)

from korthus.kernels.code_folders import Folders, Trouble, folders_of, getting_ready, report

#: The files that this process has read or written code from (what it runs is in them), each with its source.
used: Final[dict[Path, Path]] = {}


class _Locator(_SourceFileBackedLocatorMixin, _CacheLocator):
    """Tells Numba where the code of a function goes. It is always somewhere, if only in name."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self.folders: Folders = folders_of(
            Path(py_file).resolve().parent, cast("Any", config).CACHE_DIR or None
        )

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return str(self.folders.writes or "")

    def ensure_cache_path(self) -> None:
        if self.folders.writes is not None:
            self.folders.writes.mkdir(mode=0o700, parents=True, exist_ok=True)


class _Kind(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012  # as Numba has it


class KeptCode(FunctionCache):
    """The kept code of one function. It grows old with its source file and with ``stamp``."""

    _impl_class = _Kind

    def __init__(self, py_func: Any, stamp: bytes) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        own: Any = self._cache_file
        own._source_stamp = (own._source_stamp, stamp)
        self._folders: Folders = self._impl.locator.folders
        base = self._impl.filename_base
        file_in: Any = IndexDataCacheFile
        others = [file_in(str(folder), base, own._source_stamp) for folder in self._folders.reads]
        self._files: list[Any] = [own, *others] if self._folders.writes is not None else others

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature, from the first folder that has it; None if none has."""
        getting_ready(compiles=False)
        target_context.refresh()
        key = self._index_key(sig, target_context.codegen())  # type: ignore[no-untyped-call]
        for file in self._files:
            try:
                name = file._load_index().get(key)
                if name is None:
                    continue
                result = self._impl.rebuild(target_context, file._load_data(name))
            except FileNotFoundError:
                continue  # somebody else is just writing it
            except (AttributeError, ModuleNotFoundError):
                self._forget(file)  # of another release: it names a type that is no longer there
                continue
            except Exception as error:  # torn files raise whatever their bytes happen to mean
                report(Trouble.DAMAGED, Path(file._index_path), f"{type(error).__name__}: {error}"[:200])
                self._forget(file)
                continue
            # Two processes that compile a function for two signatures at once may mix the files up.
            if tuple(result.signature.args) == tuple(getattr(sig, "args", sig)):
                self._note(file, name)
                return result
        getting_ready(compiles=True)
        return None

    def _forget(self, file: Any) -> None:
        """Make a damaged index a new one, where that can be written."""
        if file is self._cache_file:
            with suppress(OSError):  # then saving will fail, and say so
                cast("Any", file).flush()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, if there is a folder for it."""
        if self._folders.trouble is not None:
            report(self._folders.trouble, self._folders.writes)
        if self._folders.writes is None:
            return
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
            file: Any = self._files[0]
            name = file._load_index().get(self._index_key(sig, data.codegen))  # type: ignore[no-untyped-call]
            if name is not None:  # Numba refuses some code, with a warning of its own
                self._note(file, name)
        except OSError as error:
            report(Trouble.UNWRITTEN, self._folders.writes, error.strerror or str(error))

    def _note(self, file: Any, name: str) -> None:
        source = Path(self._impl.locator._py_file)
        used.update(dict.fromkeys((Path(file._index_path), Path(file._data_path(name))), source))
