"""Writers of vectors made elsewhere, in every layout that is read."""

import numpy as np
import polars as pl


def parquet(path, ids, vectors):
    """Lists, as most dataframe libraries write them."""
    pl.DataFrame({"id": ids, "vector": [row.tolist() for row in vectors]}).write_parquet(path)


def parquet_arrays(path, ids, vectors):
    """Lists of a fixed length, in several row groups."""
    pl.DataFrame({"id": ids, "vector": vectors}).write_parquet(path, row_group_size=100)


def parquet_columns(path, ids, vectors):
    """One column per dimension, in no order, beside others."""
    columns = {f"dim_{number}": vectors[:, number] for number in reversed(range(vectors.shape[1]))}
    pl.DataFrame({"row": range(len(ids)), **columns, "id": ids}).write_parquet(path)


def parquet_categories(path, ids, vectors):
    """Ids as categories."""
    frame = pl.DataFrame({"id": ids, "vector": vectors})
    frame.with_columns(pl.col("id").cast(pl.Categorical)).write_parquet(path)


def npz(path, ids, vectors):
    np.savez(path, ids=np.array(ids, dtype=str), vectors=vectors)


def npz_compressed(path, ids, vectors):
    np.savez_compressed(path, ids=np.array(ids, dtype=bytes), vectors=vectors)


def npz_by_column(path, ids, vectors):
    """As a transposed array is written."""
    np.savez(path, ids=np.array(ids, dtype=str), vectors=np.asfortranarray(vectors))


def npz_double(path, ids, vectors):
    np.savez(path, ids=np.array(ids, dtype=str), vectors=vectors.astype(">f8"))


def safetensors(path, ids, vectors):
    from safetensors.numpy import save_file

    save_file({"vectors": vectors, "more": vectors[:1]}, path, metadata={"ids": "\n".join(ids)})


LAYOUTS = {
    **{f.__name__: (".parquet", f) for f in (parquet, parquet_arrays, parquet_columns, parquet_categories)},
    **{f.__name__: (".npz", f) for f in (npz, npz_compressed, npz_by_column, npz_double)},
    "safetensors": (".safetensors", safetensors),
}
"""By name: the end of the file's name, and what writes it."""


def write(folder, ids, vectors, layout="parquet", name="made"):
    """A file of vectors; its path."""
    end, writer = LAYOUTS[layout]
    path = folder / f"{name}{end}"
    writer(path, list(ids), np.asarray(vectors, dtype=np.float32))
    return path
