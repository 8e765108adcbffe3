import { open, type FileHandle } from 'node:fs/promises'
import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * A file that only grows. What is appended in one turn of the event loop, or while a write is under way,
 * goes out together in the next, so that thousands of small appends a second cost few system calls.
 */
export class AppendFile {
  private readonly handle: FileHandle
  private chunks: Buffer[] = []
  private current: Promise<void> | null = null
  private next: Promise<void> | null = null
  /** Including what still waits to be written. */
  sizeBytes: number
  private writtenBytes: number

  private constructor(handle: FileHandle, sizeBytes: number) {
    this.handle = handle
    this.sizeBytes = sizeBytes
    this.writtenBytes = sizeBytes
  }

  static async open(path: string): Promise<AppendFile> {
    const handle = await open(path, 'a+')
    const { size } = await handle.stat()
    return new AppendFile(handle, size)
  }

  /** Takes the bytes and returns the offset they will have; `flushed` says when they are in the file. */
  append(bytes: Buffer): number {
    const offset = this.sizeBytes
    this.sizeBytes += bytes.length
    this.chunks.push(bytes)
    if (!this.next) {
      this.next = (this.current ?? endOfTurn()).then(() => this.write())
      // Whoever asks `flushed` hears of a failure; an append that nobody waits for must not end the process.
      this.next.catch(() => undefined)
    }
    return offset
  }

  /** Resolves once everything appended so far is in the file. Rejects for good after a failed write. */
  flushed(): Promise<void> {
    return this.next ?? this.current ?? Promise.resolve()
  }

  async read(offset: number, lengthBytes: number): Promise<Buffer> {
    if (offset + lengthBytes > this.writtenBytes) await this.flushed()
    const buffer = Buffer.allocUnsafe(lengthBytes)
    const { bytesRead } = await this.handle.read(buffer, 0, lengthBytes, offset)
    if (bytesRead !== lengthBytes) throw new Error(`file ends ${lengthBytes - bytesRead} bytes early`)
    return buffer
  }

  async close(): Promise<void> {
    await this.flushed().finally(() => this.handle.close())
  }

  private async write(): Promise<void> {
    const chunks = this.chunks
    this.chunks = []
    this.current = this.next
    this.next = null
    const lengthBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const { bytesWritten } = await this.handle.writev(chunks)
    // Every later offset would be wrong, so the chain of writes stays broken.
    if (bytesWritten !== lengthBytes) throw new Error('disk full: a message was written in part')
    this.writtenBytes += lengthBytes
    this.current = null
  }
}
