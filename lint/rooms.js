/**
 * `posthorn/rooms`: which room may import which. Imports run downwards only, and each entry says why. Rooms without
 * limits (embedded, bench, test) may import every room, and no other room may import them.
 */
import { relative, resolve } from 'node:path'

const CONTRACTS = 'workflows/contracts.ts'
const BUNDLE = 'workers/bundle.ts'
const ANY_ROOM =
  /^(dashboard|gateway|workers|cli|outbox|activities|workflows|commands|mail|models|runtime|embedded|bench|test)\//

// What the browser loads is listed, so that nothing is added to it unseen.
const UI_PACKAGES = ['react', 'radix-ui', 'lucide-react', '@tanstack/react-router', '@tanstack/react-virtual']
const DASHBOARD_PACKAGES = [...UI_PACKAGES, '@tanstack/react-query']
const EDITOR_PACKAGES = [
  ...['autocomplete', 'commands', 'lang-html', 'lang-json', 'lang-liquid', 'language', 'lint', 'merge', 'search'].map(
    (name) => `@codemirror/${name}`,
  ),
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  'get-nonce',
]
const PROSEMIRROR = ['commands', 'inputrules', 'keymap', 'model', 'schema-list', 'state', 'view']
const VISUAL_EDITOR_PACKAGES = PROSEMIRROR.map((name) => `prosemirror-${name}`)
const DASHBOARD_PARTS = ['api', 'commands', 'frame', 'messages', 'session', 'ui'].map((part) => `dashboard/${part}/`)

/**
 * The wings of `commands/`, from the ground: a wing may import itself and the wings before it. The order is that of
 * what an act needs: a contact is in a project, an email goes to a contact, a workflow sends emails.
 */
export const WINGS = ['base', 'tenancy', 'audience', 'sending', 'automation', 'accounts', 'lifecycle', 'reading']

const wings = WINGS.map((wing, at) => [
  `commands/${wing}/`,
  {
    may: [...WINGS.slice(0, at + 1).map((below) => `commands/${below}/`), 'mail/', 'models/', 'runtime/'],
    why: `A command knows neither its caller nor Temporal, and no wing above its own: ${WINGS.join(' < ')}.`,
  },
])

/**
 * Each room with the rooms that it may import. The room of a file is the first entry whose path its path begins with.
 */
export const ROOMS = {
  'models/domain/': {
    may: ['models/domain/'],
    noPackages: true,
    why: 'The rules of the product import no package and do no I/O.',
  },
  'models/': {
    may: ['models/', 'runtime/'],
    why: 'Collections know neither the commands that change them nor their callers.',
  },
  'runtime/': { may: ['runtime/'], why: 'What every process needs knows no resource.' },
  'mail/': { may: ['mail/', 'models/', 'runtime/'], why: 'A message is made from what is stored.' },
  ...Object.fromEntries(wings),
  'workflows/': {
    may: ['workflows/', 'models/domain/'],
    noNode: true,
    anyType: true,
    why: 'Workflow code is deterministic: it sees the domain, and only the types of models and activities.',
  },
  'activities/providers/': {
    may: ['activities/providers/', 'mail/', 'models/', 'runtime/'],
    why: 'A provider is asked about messages and domains, and knows nothing that asks.',
  },
  'activities/': {
    may: ['activities/', 'commands/', 'mail/', 'models/', 'runtime/'],
    why: 'Effects come from commands and their own clients.',
  },
  'outbox/': {
    may: ['outbox/', CONTRACTS, 'commands/', 'models/', 'runtime/'],
    mayUseTemporal: true,
    why: 'The outbox starts, signals and cancels what the commands tell it.',
  },
  'gateway/': {
    may: ['gateway/', 'outbox/', 'activities/providers/', CONTRACTS, 'commands/', 'mail/', 'models/', 'runtime/'],
    why: 'The gateway reaches Temporal through the outbox alone, and runs no activity; it asks a provider about domains.',
  },
  'workers/': {
    may: ['workers/', 'outbox/', 'activities/', CONTRACTS, 'commands/', 'mail/', 'models/', 'runtime/'],
    why: 'Workers bring activities, commands and the outbox together.',
  },
  'dashboard/build/': {
    may: ['dashboard/build/'],
    why: 'The build of the dashboard knows files and packages, and no room.',
  },
  'dashboard/ui/': {
    may: ['dashboard/ui/', 'dashboard/messages/'],
    noNode: true,
    packages: UI_PACKAGES,
    why: 'The components of the interface know neither the product nor its API.',
  },
  'dashboard/api/': {
    may: ['dashboard/api/'],
    noNode: true,
    packages: ['@tanstack/react-query'],
    why: 'The client of the API knows nothing that is shown.',
  },
  'dashboard/session/': {
    may: ['dashboard/session/', 'dashboard/api/'],
    noNode: true,
    packages: DASHBOARD_PACKAGES,
    why: 'The session knows the API, and nothing that is shown.',
  },
  'dashboard/messages/': { may: ['dashboard/messages/'], noPackages: true, why: 'Texts know nothing that shows them.' },
  'dashboard/pages/contacts/import/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'dashboard/pages/', 'models/domain/'],
    noNode: true,
    packages: [...DASHBOARD_PACKAGES, 'csv-parse/browser/esm/sync'],
    why: 'The page of an import knows what all pages share, and reads files with the package that the server reads them with.',
  },
  'dashboard/pages/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'dashboard/pages/', 'models/domain/'],
    noNode: true,
    packages: DASHBOARD_PACKAGES,
    why: 'A page knows what all pages share, and its own parts.',
  },
  'dashboard/shared/workflow-graph/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'models/domain/'],
    noNode: true,
    packages: [...DASHBOARD_PACKAGES, '@xyflow/react', '@xyflow/react/dist/base.css'],
    why: 'The canvas knows the product as all shared parts do, and draws with packages that nothing else loads.',
  },
  'dashboard/shared/chart/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'models/domain/'],
    noNode: true,
    packages: ['react', 'lucide-react', '@visx/axis', '@visx/grid', '@visx/scale', '@visx/shape'],
    why: 'The charts know the product as all shared parts do, and draw with packages that nothing else loads.',
  },
  'dashboard/shared/code-editor/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'models/domain/'],
    noNode: true,
    packages: [...DASHBOARD_PACKAGES, ...EDITOR_PACKAGES],
    why: 'The editor of code knows the product as all shared parts do, and is made of packages that nothing else loads.',
  },
  'dashboard/gallery/': {
    may: ['dashboard/gallery/', 'dashboard/ui/', 'dashboard/app.css'],
    noNode: true,
    packages: ['react', 'react-dom/client', 'lucide-react'],
    why: 'The gallery shows the components that know nothing of the product.',
  },
  'dashboard/frame/': {
    may: ['dashboard/frame/'],
    noPackages: true,
    why: 'The page for messages is a program of its own.',
  },
  'dashboard/shared/design-editor/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'models/domain/'],
    noNode: true,
    packages: [...DASHBOARD_PACKAGES, ...VISUAL_EDITOR_PACKAGES],
    why: 'What several pages share knows no page. The visual editor alone loads ProseMirror.',
  },
  'dashboard/shared/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'models/domain/'],
    noNode: true,
    packages: DASHBOARD_PACKAGES,
    why: 'What several pages share knows no page.',
  },
  'dashboard/commands/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'models/domain/'],
    noNode: true,
    packages: DASHBOARD_PACKAGES,
    why: 'The registry of commands knows no page.',
  },
  'dashboard/shell/': {
    may: [...DASHBOARD_PARTS, 'dashboard/shared/', 'dashboard/shell/'],
    noNode: true,
    packages: DASHBOARD_PACKAGES,
    why: 'The frame of the pages knows none of them.',
  },
  'dashboard/': {
    may: ['dashboard/', 'models/domain/'],
    noNode: true,
    packages: [...DASHBOARD_PACKAGES, 'react-dom/client', 'get-nonce'],
    why: 'The dashboard reaches the rest of the product by the API alone, and shares the rules of the domain.',
  },
  'cli/commands.ts': { why: 'The table of commands starts gateway, worker and inbox too.' },
  'cli/': {
    may: ['cli/', 'outbox/', 'activities/', CONTRACTS, BUNDLE, 'commands/', 'mail/', 'models/', 'runtime/'],
    why: 'A command for operators uses what gateway and workers use, and neither of them.',
  },
  'embedded/provider/': {
    may: ['embedded/provider/', 'runtime/'],
    why: 'The image holds the local provider, and nothing else of the embedded stack.',
  },
  'embedded/': { why: 'The embedded stack uses every room.' },
}
const TEMPORAL_CLIENT = 'Only the outbox, tests and benchmarks speak to the Temporal client.'

/** The reason why `file` may not import `source`, or undefined. Both paths begin at the root of the repository. */
function refusal(file, source, isType) {
  const [, room] = Object.entries(ROOMS).find(([path]) => file.startsWith(path)) ?? []
  if (!room) return undefined
  if (source.startsWith('@temporalio/client') && !room.mayUseTemporal) return TEMPORAL_CLIENT
  if (!room.may || (isType && room.anyType)) return undefined
  if (ANY_ROOM.test(source)) return room.may.some((path) => source.startsWith(path)) ? undefined : room.why
  if (source.startsWith('.') || source.startsWith('/')) return undefined
  const isForeign = room.noPackages || (room.packages && !room.packages.includes(source))
  return isForeign || (room.noNode && source.startsWith('node:')) ? room.why : undefined
}

/** The path of an imported source file from the root of the repository; the name of a package stays as it is. */
function resolveSource(root, file, source) {
  if (!source.startsWith('.')) return source
  return relative(root, resolve(root, file, '..', source)).replace(/\.js$/, '.ts')
}

const isTypeOnly = ({ importKind, exportKind, specifiers = [] }) =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type'))

export const rooms = {
  meta: { type: 'problem', docs: { description: 'Imports between rooms run downwards only.' } },
  create(context) {
    const file = relative(context.cwd, context.filename)
    const judge = (node, literal, isType) => {
      if (typeof literal?.value !== 'string') return
      const message = refusal(file, resolveSource(context.cwd, file, literal.value), isType)
      if (message) context.report({ node, message })
    }
    const judgeStatement = (node) => judge(node, node.source, isTypeOnly(node))
    return {
      ImportDeclaration: judgeStatement,
      ExportNamedDeclaration: judgeStatement,
      ExportAllDeclaration: judgeStatement,
      ImportExpression: (node) => judge(node, node.source, false),
      TSImportType: (node) => judge(node, node.source ?? node.argument, true),
    }
  },
}
