/** How many bytes a packed id takes. */
export const PACKED_ID_BYTES = 16

/** The bytes of a UUID. They keep tokens short, because tokens are parts of addresses. */
export function packId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The UUID of the bytes from `packId`. */
export function unpackId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
