/**
 * The project's rules for oxlint. `posthorn/pure` makes sure that domain functions give the same result for the same
 * arguments, at any time and in any process. So workflow code may run them, and tests need no set-up. Each other rule
 * is in a file of its name.
 */
import { commentWidth } from './comment-width.js'
import { linearPatterns } from './linear-patterns.js'
import { rooms } from './rooms.js'
import { scans } from './scans.js'

const CLOCK = 'Domain files read no clock: take the time as an argument.'
const TIMER = 'Domain files set no timer.'
const CHANCE = 'Domain files draw no random values: take them as arguments.'
const STATE = 'Domain files hold no state between calls.'

const GLOBALS = {
  performance: CLOCK,
  setTimeout: TIMER,
  setInterval: TIMER,
  setImmediate: TIMER,
  queueMicrotask: TIMER,
  crypto: CHANCE,
  process: STATE,
}
const MEMBERS = { 'Date.now': CLOCK, 'Math.random': CHANCE }
const CONTAINERS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'])

const pure = {
  meta: { type: 'problem', docs: { description: 'No clock, no timer, no chance and no state.' } },
  create(context) {
    const report = (node, message) => context.report({ node, message })
    return {
      MemberExpression(node) {
        const { object, property } = node
        const message = MEMBERS[`${object.name}.${property.name}`] ?? GLOBALS[object.name]
        if (message) report(node, message)
      },
      CallExpression(node) {
        const { callee } = node
        if (callee.type === 'Identifier' && GLOBALS[callee.name]) report(node, GLOBALS[callee.name])
        if (callee.type === 'Identifier' && callee.name === 'Date') report(node, CLOCK)
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
          report(node, CLOCK)
        }
      },
      Program({ body }) {
        for (const statement of body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type === 'VariableDeclaration') refuseState(declaration, report)
        }
      },
    }
  },
}

/** Reports a `let` and an empty container. A container with initial values is allowed as a table of constants. */
function refuseState(declaration, report) {
  if (declaration.kind !== 'const') report(declaration, STATE)
  for (const { init } of declaration.declarations) {
    const isContainer = init?.type === 'NewExpression' && CONTAINERS.has(init.callee.name)
    if (isContainer && init.arguments.length === 0) report(init, STATE)
    if (init?.type === 'ArrayExpression' && init.elements.length === 0) report(init, STATE)
  }
}

export default {
  meta: { name: 'posthorn' },
  rules: { pure, rooms, 'comment-width': commentWidth, 'linear-patterns': linearPatterns, scans },
}
