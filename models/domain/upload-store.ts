/** Where the bytes of uploads are kept, by the ids of their records. */
export interface UploadStore {
  /** Keeps the bytes of an id; may be repeated. */
  put(id: string, content: Uint8Array, contentType: string): Promise<void>
  /** The bytes in chunks; null when they are not there. */
  open(id: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Removes the bytes; those that are not there are no error. */
  remove(id: string): Promise<void>
}
