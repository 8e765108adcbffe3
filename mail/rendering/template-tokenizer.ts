import { TagToken, Tokenizer, type Liquid, type TopLevelToken } from 'liquidjs'
import { decodeEntities, type DecodedText } from './decode-entities.js'
import { endOfOutput, rewriteOutput } from './output-syntax.js'
import { rewriteTag } from './tag-syntax.js'
import { TemplateFault } from './template-fault.js'

type Options = Liquid['options']
type OutputToken = ReturnType<Tokenizer['readOutputToken']>

// The name of a tag in a line of a `liquid` tag, with the blanks around it.
const TAG_NAME = /^\s*(\w+)\s*/

/**
 * Liquid's tokenizer with `??`, names with spaces and entities. It throws TemplateFault, with an offset in the author's
 * text, for a tag or an output of which Liquid would ignore a part. The file name of a rewritten token is the token's
 * place in the author's text, because errors report the file name.
 */
export class TemplateTokenizer extends Tokenizer {
  private readonly engine: Liquid
  /** Whether the tokens stand in a comment, which may hold anything. */
  private isComment = false

  constructor(source: string, engine: Liquid) {
    super(source, engine.options.operators, undefined, undefined, true)
    this.engine = engine
  }

  override readOutputToken(options: Options = this.engine.options): OutputToken {
    const begin = this.p
    const close = this.isComment ? -1 : endOfOutput(this.input, begin + 2)
    if (close === -1) return super.readOutputToken(options)
    const innerText = this.input.slice(begin + 2, close)
    const left = innerText.startsWith('-') ? '-' : ''
    const right = innerText.length > 1 && innerText.endsWith('-') ? '-' : ''
    const content = decodeEntities(innerText.slice(left.length, innerText.length - right.length))
    const placedText = { content, at: begin + 2 + left.length, begin }
    const text = readPlaced(placedText, () => rewriteOutput(content, this.isFilter))
    if (text === null && content.text === content.source) return super.readOutputToken(options)
    this.p = close + 2
    return this.outputOf(`{{${left} ${text ?? content.text} ${right}}}`, begin, options)
  }

  override readTagToken(options: Options): TagToken {
    const begin = this.p
    const close = this.input.indexOf('%}', begin + 2)
    const content = decodeEntities(this.input.slice(begin + 2, Math.max(close, begin + 2)))
    if (content.text === content.source) return this.rewritten(super.readTagToken(options), { begin, options })
    const text = `{%${content.text}%}`
    const token = new TagToken(text, 0, text.length, options, placeOf(begin))
    // Only Liquid's tokenizer can find the end of a raw block.
    if (token.name === 'raw') return super.readTagToken(options)
    this.p = close + 2
    return this.rewritten(token, { begin, options, content })
  }

  override readTopLevelToken(options: Options): TopLevelToken {
    const begin = this.p
    const token = super.readTopLevelToken(options)
    if (!(token instanceof TagToken) || token.name !== 'echo' || token.args === '' || this.isComment) return token
    const [left, right] = dashesOf(token)
    return this.outputOf(`{{${left} ${token.args} ${right}}}`, begin, options)
  }

  private rewritten(token: TagToken, { begin, options, content }: ReadTag): TagToken {
    if (token.name === 'comment' || token.name === 'endcomment') this.isComment = token.name === 'comment'
    if (this.isComment) return token
    const argsAt = token.tokenizer.p
    const sourceOffset = content
      ? (at: number) => begin + 2 + content.sourceOffset(argsAt + at - 2)
      : (at: number) => argsAt + at
    const args = { text: token.args, source: this.input, sourceOffset }
    const text = token.name === 'liquid' ? this.rewriteLines(args) : this.rewriteArguments(token.name, args, begin)
    if (text === null) return token
    const [left, right] = dashesOf(token)
    const tag = `{%${left} ${token.name} ${text} ${right}%}`
    return new TagToken(tag, 0, tag.length, options, placeOf(begin))
  }

  private rewriteArguments(name: string, args: DecodedText, begin: number): string | null {
    // An echo tag is an output in another spelling.
    const rewrite = name === 'echo' ? rewriteOutput : rewriteTagOf(name)
    return readPlaced({ content: args, at: 0, begin }, () => rewrite(args, this.isFilter))
  }

  // Rewrites each line of a `liquid` tag, which is a tag of its own; null where there is no need.
  private rewriteLines({ text, source, sourceOffset }: DecodedText): string | null {
    let isComment = false
    let at = 0
    const lines = text.split('\n').map((line) => {
      const [beginning = '', name = ''] = TAG_NAME.exec(line) ?? []
      const argsAt = at + beginning.length
      const begin = sourceOffset(at + beginning.length - beginning.trimStart().length)
      at += line.length + 1
      if (name === 'comment' || name === 'endcomment') isComment = name === 'comment'
      if (isComment || name === '') return line
      const args = { text: line.slice(beginning.length), source, sourceOffset: (p: number) => sourceOffset(argsAt + p) }
      const rewritten = this.rewriteArguments(name, args, begin)
      return rewritten === null ? line : beginning + rewritten
    })
    const rewritten = lines.join('\n')
    return rewritten === text ? null : rewritten
  }

  private outputOf(text: string, begin: number, options: Options): OutputToken {
    return new Tokenizer(text, options.operators, placeOf(begin), undefined, true).readOutputToken(options)
  }

  private readonly isFilter = (name: string): boolean => Object.hasOwn(this.engine.filters, name)
}

interface ReadTag {
  begin: number
  options: Options
  /** The decoded text between the delimiters, where it has entities. */
  content?: DecodedText
}

interface PlacedText {
  content: DecodedText
  /** The offset of the content in the author's text. */
  at: number
  /** The offset of the whole tag or output. */
  begin: number
}

/** Reads a text, and converts the offset of its faults to an offset in the author's text. */
function readPlaced<T>({ content, at, begin }: PlacedText, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    const offset = error.offset === null ? begin : at + content.sourceOffset(error.offset)
    throw new TemplateFault(error.message, offset, error.suggestion)
  }
}

function rewriteTagOf(name: string): typeof rewriteOutput {
  return ({ text }, isFilter) => rewriteTag(name, text, isFilter)
}

function dashesOf(token: TagToken): [string, string] {
  return [token.trimLeft ? '-' : '', token.trimRight ? '-' : '']
}

function placeOf(begin: number): string {
  return `@${begin}`
}

/** The offset of a token in the author's text. */
export function offsetOf(token: { begin: number; file?: string | undefined }): number {
  return token.file?.startsWith('@') ? Number(token.file.slice(1)) : token.begin
}
