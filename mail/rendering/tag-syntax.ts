import { withEdits } from './edits.js'
import { ExpressionReader } from './expression-reader.js'
import { TemplateFault } from './template-fault.js'
import { OPERATORS, unexpected } from './word-syntax.js'

type IsFilter = (name: string) => boolean

const LOOP_VALUES = ['limit', 'offset', 'cols']
const IN_LOOP: ReadonlySet<string> = new Set([...OPERATORS, 'reversed', ...LOOP_VALUES])
const WITHOUT_ARGUMENTS = new Set(
  'else endif endunless endcase endfor endtablerow endcapture break continue'.split(' '),
)
const CONDITIONS = new Set(['if', 'elsif', 'unless', 'case'])

/**
 * Rewrites the arguments of a tag with `??` or names with spaces for Liquid: `first name ?? "there" == "Ann"` becomes a
 * lookup in brackets and a grouped filter. Null where there is no need. Throws TemplateFault for arguments of which
 * Liquid would ignore a part.
 */
export function rewriteTag(name: string, args: string, isFilter: IsFilter): string | null {
  const reader = new ExpressionReader(args, isFilter)
  if (!readTag(name, reader)) return null
  reader.end()
  return reader.edits.length > 0 ? withEdits(args, reader.edits) : null
}

/** Reads the arguments. Returns false for a tag that Liquid reads or refuses by itself. */
function readTag(name: string, reader: ExpressionReader): boolean {
  if (CONDITIONS.has(name)) reader.filteredValue()
  else if (name === 'when') readValues(reader)
  else if (name === 'for' || name === 'tablerow') return readLoop(name, reader)
  else if (name === 'assign') return readAssignment(reader)
  else if (name === 'capture') return readCapture(reader)
  else if (name === 'increment' || name === 'decrement') requireWord(reader)
  else if (name === 'cycle') return readCycle(reader)
  else if (WITHOUT_ARGUMENTS.has(name)) refuseArguments(name, reader)
  else return false
  return true
}

function readValues(reader: ExpressionReader): void {
  while (true) {
    reader.value('right')
    if (reader.takeCharacter(',')) continue
    if (!reader.isAtWord('or')) return
    reader.word()
  }
}

function readLoop(name: 'for' | 'tablerow', reader: ExpressionReader): boolean {
  if (reader.word() === '' || reader.word() !== 'in' || reader.isAtEnd) return false
  reader.stops = IN_LOOP
  reader.value()
  while (!reader.isAtEnd) {
    reader.takeCharacter(',')
    const begin = reader.p
    const word = reader.word()
    if (name === 'for' && word === 'reversed') continue
    const isKnown = LOOP_VALUES.includes(word) && (word !== 'cols' || name === 'tablerow')
    if (!isKnown) throw loopFault(reader, begin)
    if (!reader.takeCharacter(':')) throw new TemplateFault(`Expected ":" after ${word}`, reader.p)
    reader.value('argument')
  }
  return true
}

function loopFault(reader: ExpressionReader, begin: number): TemplateFault {
  const offset = begin + (/\S/.exec(reader.text.slice(begin))?.index ?? 0)
  if (reader.text[offset] !== '|') return unexpected(reader.text, offset)
  return new TemplateFault(
    'A loop cannot have a filter',
    offset,
    'Put the list and its filters in parentheses, or assign it',
  )
}

function readAssignment(reader: ExpressionReader): boolean {
  if (reader.word() === '') throw new TemplateFault('Expected variable name', null)
  if (!reader.takeCharacter('=')) return false
  reader.filteredValue()
  return true
}

function readCapture(reader: ExpressionReader): boolean {
  if (reader.word() !== '') return true
  if (reader.text[reader.p] !== '"' && reader.text[reader.p] !== "'") return false
  reader.quotedText()
  return true
}

function requireWord(reader: ExpressionReader): void {
  if (reader.word() === '') throw new TemplateFault('Expected variable name', null)
}

function readCycle(reader: ExpressionReader): boolean {
  if (reader.isAtEnd) return false
  reader.value()
  // Without a colon after it, the first value does not name a group.
  if (!reader.takeCharacter(':')) reader.restOfValue()
  else reader.filteredValue()
  while (reader.takeCharacter(',')) reader.filteredValue()
  return true
}

function refuseArguments(name: string, reader: ExpressionReader): void {
  if (reader.isAtEnd) return
  const suggestion = name === 'else' && reader.isAtWord('if') ? 'Use {% elsif … %}' : undefined
  throw new TemplateFault(`Unexpected text after the tag ${name}`, reader.p, suggestion)
}
