/** A fault in a tag or an output that our readers find. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault'
  /** The offset of the fault in the text that was read; null for a fault of the whole tag or output. */
  readonly offset: number | null
  /** What the author may write instead. */
  readonly suggestion: string | undefined

  constructor(message: string, offset: number | null, suggestion?: string) {
    super(message)
    this.offset = offset
    this.suggestion = suggestion
  }
}
