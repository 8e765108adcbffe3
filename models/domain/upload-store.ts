/** The store for the bytes of uploads, by the ids of their records. */
export interface UploadStore {
  /** Stores the bytes of an id; may be repeated. */
  put(id: string, content: Uint8Array, contentType: string): Promise<void>
  /** The bytes in chunks; null when there are none. */
  open(id: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Removes the bytes of an id, if there are any. */
  remove(id: string): Promise<void>
}
