/**
 * `posthorn/linear-patterns`: no regular expression takes more than linear time in the length of its text. Strangers
 * write much of the text that patterns are matched with, and one pattern of quadratic time stops a process for seconds.
 *
 * Three kinds are refused: repetitions that can share characters (`\s*\s*`, `(a+)+`), an unbounded repetition that is
 * tried again from each of the characters that it matches (`\s+$`), and an unbounded repetition that can match the text
 * before it again (`<head[^>]*>`, on `<head<head<head`). The last two are allowed if the pattern starts with `^`, has
 * the flag `y`, or cannot fail after the repetition.
 *
 * If the text is short, a comment on the line of the pattern or above it says which constant limits the text: `// The
 * host is bounded by MAX_HOST_LENGTH.` The rule cannot judge a pattern that is built at run time; a comment says why
 * such a pattern is linear: `// linear: a list of words behind ^.`
 */
import { getConsumedChars, getLengthRange, isZeroLength } from 'regexp-ast-analysis'
import { analyse } from 'scslre'

// A repetition with a limit above this one is as costly as one without.
const MANY = 1_000
const LF = 10
const CHARACTERS = new Set(['Character', 'CharacterClass', 'CharacterSet'])

const SHARED =
  'Two repetitions of the pattern can share characters: its time grows with the square of the text, or faster.'
const RETRIED =
  'A repetition of the pattern is tried again from each place in it: its time grows with the square of the text. Begin ' +
  'with ^, use trimEnd() or a loop from the end, or limit the text first ("bounded by MAX_…").'
const BUILT = 'A pattern that is built cannot be judged: write it as a literal, or say why it is linear ("linear: …").'

/** The message for a pattern that is refused, or null. Throws SyntaxError for an invalid pattern. */
function refusalOf(pattern, flags) {
  const literal = { source: unlimited(pattern), flags }
  const { parsed, reports } = analyse(literal)
  // Repetitions that share characters are refused even if the pattern cannot fail after them: one more letter at the
  // end would make it quadratic.
  const shared = analyse(literal, { reportTypes: { Move: false }, assumeRejectingSuffix: true }).reports
  if (shared.length > 0) return SHARED
  if (reports.length > 0) return RETRIED
  const repetitions = repetitionsOf(parsed.pattern)
  if (repetitions.some((one) => hasTwins(one.element, parsed.flags))) return SHARED
  const isRetried = !flags.includes('y') && repetitions.some((one) => isRetriedBehind(one, parsed.flags))
  return isRetried ? RETRIED : null
}

/**
 * The pattern with high limits of repetition removed, because such a repetition is as costly as an unbounded one.
 * Escaped braces stay.
 */
function unlimited(pattern) {
  return pattern.replace(/\\.|\{(\d{1,15}),(\d{1,15})\}/gs, (whole, least, most) =>
    most !== undefined && Number(most) >= MANY ? `{${Math.min(Number(least), 2)},}` : whole,
  )
}

function repetitionsOf(node) {
  const below = [node.alternatives, node.elements, node.element].flat().filter(Boolean)
  // The content of an assertion is tried once at each position, so its repetitions do not count.
  if (node.type === 'Assertion') return []
  const repetition = node.type === 'Quantifier' && node.max === Infinity ? [node] : []
  return [...repetition, ...below.flatMap(repetitionsOf)]
}

/**
 * Whether two alternatives of a group can match the same text, so that each repetition doubles the number of matches.
 */
function hasTwins({ alternatives = [] }, flags) {
  const areTwins = (a, b) =>
    a.elements.length === b.elements.length && a.elements.every((one, at) => areAlike(one, b.elements[at], flags))
  return alternatives.some((a, at) => alternatives.slice(at + 1).some((b) => areTwins(a, b)))
}

function areAlike(a, b, flags) {
  if (!CHARACTERS.has(a.type) || !CHARACTERS.has(b.type)) return false
  return !getConsumedChars(a, flags).chars.isDisjointWith(getConsumedChars(b, flags).chars)
}

/** Whether a repetition can match all that the pattern has before it, and the pattern can fail after the repetition. */
function isRetriedBehind(repetition, flags) {
  const { chars } = getConsumedChars(repetition.element, flags)
  const before = siblings(repetition, (index, place) => index < place)
  // `analyse` has judged a repetition of single characters at the beginning of the pattern already.
  const isFirst = before.every((one) => isZeroLength(one, flags))
  if (isFirst && (before.length > 0 || getLengthRange(repetition.element, flags).max === 1)) return false
  const canFail = siblings(repetition, (index, place) => index > place).some(
    (one) => one.type === 'Assertion' || getLengthRange(one, flags).min > 0,
  )
  return canFail && before.every((one) => canSpell(one, chars, flags))
}

/** The elements for which `isWanted` holds, beside an element in all sequences that it is part of. */
function siblings(element, isWanted) {
  const found = []
  for (let node = element; node.parent; node = node.parent) {
    const { elements } = node.parent
    if (node.parent.type !== 'Alternative') continue
    const place = elements.indexOf(node)
    found.push(...elements.filter((_, index) => isWanted(index, place)))
  }
  return found
}

function canSpell(element, chars, flags) {
  if (element.type === 'Assertion') return element.kind !== 'start' || (flags.multiline && chars.has(LF))
  if (element.type === 'Backreference') return true
  if (element.type === 'Quantifier') return element.min === 0 || canSpell(element.element, chars, flags)
  if (element.alternatives && element.type !== 'CharacterClass') {
    return element.alternatives.some(({ elements }) => elements.every((one) => canSpell(one, chars, flags)))
  }
  return !getConsumedChars(element, flags).chars.isDisjointWith(chars)
}

/** The text of a literal, of a constant of the module, or of a template of these; null for any other expression. */
function textOf(node, constants) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'Identifier' && constants.has(node.name)) return textOf(constants.get(node.name), new Map())
  if (node?.type !== 'TemplateLiteral') return null
  const parts = node.expressions.map((one) => textOf(one, constants))
  if (parts.includes(null)) return null
  return node.quasis.map(({ value }, index) => value.cooked + (parts[index] ?? '')).join('')
}

/** The names that a module declares or imports at its top level, each with its value if it is a constant. */
function namesOf(body) {
  const names = new Map()
  for (const statement of body) {
    const declaration = statement.declaration ?? statement
    for (const { id, init } of declaration.declarations ?? [])
      names.set(id.name, declaration.kind === 'const' ? init : null)
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) names.set(local.name, null)
  }
  return names
}

const FROM_TEXT = new Set(['match', 'matchAll', 'search'])

export const linearPatterns = {
  meta: { type: 'problem', docs: { description: 'No pattern takes more than linear time.' } },
  create(context) {
    const { sourceCode } = context
    let names = new Map()
    const remarksOn = ({ loc }) =>
      sourceCode
        .getAllComments()
        .filter((one) => one.loc.end.line >= loc.start.line - 1 && one.loc.start.line <= loc.end.line)
        .map(({ value }) => value)
        .join(' ')
    const isBounded = (node) => names.has(/\bbounded by ([A-Z][A-Z0-9_]{2,99})/.exec(remarksOn(node))?.[1])
    const judge = (node, pattern, flags) => {
      let message = null
      try {
        message = refusalOf(pattern, flags)
      } catch (error) {
        message = `The pattern cannot be judged: ${error.message}`
      }
      if (message && !isBounded(node)) context.report({ node, message })
    }
    const judgeBuilt = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      const [source, flags] = node.arguments
      if (source?.type === 'Literal' && source.regex) return
      const pattern = textOf(source, names)
      if (pattern !== null) return judge(node, pattern, textOf(flags, names) ?? '')
      if (!isBounded(node) && !/\blinear: \S/.test(remarksOn(node))) context.report({ node, message: BUILT })
    }
    return {
      Program: ({ body }) => void (names = namesOf(body)),
      Literal: (node) => void (node.regex && judge(node, node.regex.pattern, node.regex.flags)),
      NewExpression: judgeBuilt,
      CallExpression(node) {
        judgeBuilt(node)
        const { callee, arguments: given } = node
        // These methods make a pattern from a text.
        const pattern = FROM_TEXT.has(callee.property?.name) ? textOf(given[0], names) : null
        if (pattern !== null) judge(node, pattern, '')
      },
    }
  },
}
