import { TypeGuards, Value, type Arguments } from 'liquidjs'
import { partsOf, type Part } from '../rendering/render-scope.js'

type Argument = Arguments extends Iterable<infer One> ? One : never

/** The paths of the variables in an argument of a tag, those within filters and brackets included. */
export function* pathsIn(argument: Argument): Generator<Part[]> {
  if (argument instanceof Value) {
    for (const token of argument.initial.postfix) yield* pathsInToken(token)
    for (const { args } of argument.filters) yield* pathsInFilter(args)
  } else yield* pathsInToken(argument)
}

/** The path of a value that is a variable and nothing else before its filters; null for any other. */
export function pathOf({ initial }: Value): Part[] | null {
  const [operand, ...operators] = initial.postfix
  if (operators.length > 0 || !TypeGuards.isPropertyAccessToken(operand) || operand.variable) return null
  return pathOfAccess(operand.props)
}

function* pathsInToken(token: unknown): Generator<Part[]> {
  if (TypeGuards.isRangeToken(token)) {
    yield* pathsInToken(token.lhs)
    yield* pathsInToken(token.rhs)
  } else if (TypeGuards.isFilteredValueToken(token)) {
    for (const each of token.initial.postfix) yield* pathsInToken(each)
    for (const { args } of token.filters) yield* pathsInFilter(args)
  } else if (TypeGuards.isPropertyAccessToken(token)) {
    if (token.variable) yield* pathsInToken(token.variable)
    else yield pathOfAccess(token.props)
    for (const each of token.props) yield* pathsInToken(each)
  }
}

function* pathsInFilter(args: readonly unknown[]): Generator<Part[]> {
  // An argument with a name is a pair.
  for (const argument of args) yield* pathsInToken(Array.isArray(argument) ? argument[1] : argument)
}

/** The parts of a path, as far as they do not depend on a variable. */
function pathOfAccess(props: readonly unknown[]): Part[] {
  const names: Part[] = []
  for (const prop of props) {
    if (TypeGuards.isNumberToken(prop)) names.push(prop.content)
    else if (TypeGuards.isQuotedToken(prop) || TypeGuards.isWordToken(prop)) names.push(prop.content)
    else break
  }
  return partsOf(names)
}
