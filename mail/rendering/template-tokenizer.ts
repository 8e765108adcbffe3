import { TagToken, Tokenizer, type Liquid, type TopLevelToken } from 'liquidjs'
import { rewriteOutput } from './output-syntax.js'
import { rewriteTag } from './tag-syntax.js'

type Options = Liquid['options']
type OutputToken = ReturnType<Tokenizer['readOutputToken']>

/**
 * Liquid's tokenizer with `??` and names with spaces. A rewritten token has its place in the author's text as its file
 * name, which errors report.
 */
export class TemplateTokenizer extends Tokenizer {
  private readonly engine: Liquid

  constructor(source: string, engine: Liquid) {
    super(source, engine.options.operators, undefined, undefined, true)
    this.engine = engine
  }

  override readOutputToken(options: Options = this.engine.options): OutputToken {
    const begin = this.p
    const output = rewriteOutput(this.input, begin, this.isFilter)
    if (!output) return super.readOutputToken(options)
    this.p = output.end
    const reader = new Tokenizer(output.text, options.operators, placeOf(begin), undefined, true)
    return reader.readOutputToken(options)
  }

  override readTopLevelToken(options: Options): TopLevelToken {
    const begin = this.p
    const token = super.readTopLevelToken(options)
    if (!(token instanceof TagToken) || token.input !== this.input) return token
    if (token.name === 'echo' && token.args !== '') return this.readEcho(token, options)
    const args = token.name === 'liquid' ? this.rewriteLines(token.args) : rewriteTag(token.name, token.args)
    if (args === null) return token
    const [left, right] = dashesOf(token)
    const text = `{%${left} ${token.name} ${args} ${right}%}`
    return new TagToken(text, 0, text.length, options, placeOf(begin))
  }

  // An echo is an output in another spelling.
  private readEcho(echo: TagToken, options: Options): OutputToken {
    const [left, right] = dashesOf(echo)
    const written = `{{${left} ${echo.args} ${right}}}`
    const text = rewriteOutput(written, 0, this.isFilter)?.text ?? written
    return new Tokenizer(text, options.operators, placeOf(echo.begin), undefined, true).readOutputToken(options)
  }

  // Each line of a `liquid` tag is a tag of its own; null when there is nothing to rewrite.
  private rewriteLines(lines: string): string | null {
    const rewritten = lines.replaceAll(
      /^([ \t]*)(\S+)[ \t]+(\S.*)$/gm,
      (line, indent: string, name: string, args: string) => {
        const text = name === 'echo' ? this.rewriteEcho(args) : rewriteTag(name, args)
        return text === null ? line : `${indent}${name} ${text}`
      },
    )
    return rewritten === lines ? null : rewritten
  }

  private rewriteEcho(args: string): string | null {
    return rewriteOutput(`{{ ${args} }}`, 0, this.isFilter)?.text.slice(2, -2) ?? null
  }

  private readonly isFilter = (name: string): boolean => name !== '' && name in this.engine.filters
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
