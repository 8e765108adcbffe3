/** The rooms of Posthorn and which may import which: imports run downwards only. Each rule names what it protects. */
const ROOMS = 'gateway|workers|outbox|activities|workflows|commands|mail|models|runtime|embedded|bench|test'

const only = (name, comment, from, ...allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: `^(${ROOMS})/`, pathNot: allowed },
})

const CONTRACTS = '^workflows/contracts\\.ts$'

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The rules of the product import no package, keep no state and do no I/O.',
      severity: 'error',
      from: { path: '^models/domain/' },
      to: { pathNot: '^models/domain/' },
    },
    only('runtime-knows-no-room', 'What every process needs knows no resource.', '^runtime/', '^runtime/'),
    only(
      'models-know-models',
      'Collections know neither the commands that change them nor the callers.',
      '^models/(?!domain/)',
      '^models/',
      '^runtime/',
    ),
    only('mail-knows-models', 'A message is made from what is stored.', '^mail/', '^mail/', '^models/', '^runtime/'),
    only(
      'commands-know-mail-and-models',
      'A command knows neither its caller nor Temporal.',
      '^commands/',
      '^commands/',
      '^mail/',
      '^models/',
      '^runtime/',
    ),
    {
      name: 'workflows-are-deterministic',
      comment: 'Workflow code sees the domain, and only the types of models and activities.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: {
        path: `^(${ROOMS})/|^node:`,
        pathNot: '^(workflows|models/domain)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    only(
      'activities-use-commands',
      'Effects come from commands and their own clients; outbox entries leave through an interface they are given.',
      '^activities/',
      '^activities/',
      '^commands/',
      '^mail/',
      '^models/',
      '^runtime/',
    ),
    only(
      'outbox-sets-off',
      'The outbox starts, signals and cancels what the commands tell it.',
      '^outbox/',
      '^outbox/',
      CONTRACTS,
      '^commands/',
      '^models/',
      '^runtime/',
    ),
    only(
      'gateway-runs-no-effect',
      'The gateway reaches Temporal through the outbox alone, and runs no activity.',
      '^gateway/',
      '^gateway/',
      '^outbox/',
      CONTRACTS,
      '^commands/',
      '^mail/',
      '^models/',
      '^runtime/',
    ),
    only(
      'workers-compose',
      'Workers bring activities, commands and the outbox together.',
      '^workers/',
      '^workers/',
      '^outbox/',
      '^activities/',
      CONTRACTS,
      '^commands/',
      '^mail/',
      '^models/',
      '^runtime/',
    ),
    {
      name: 'production-needs-no-embedded',
      comment: 'What production runs never imports the embedded stack, benchmarks or tests.',
      severity: 'error',
      from: { pathNot: '^(embedded|bench|test)/' },
      to: { path: '^(embedded|bench|test)/' },
    },
    {
      name: 'one-importer-of-the-temporal-client',
      comment: 'Only the outbox speaks to the Temporal client.',
      severity: 'error',
      from: { pathNot: '^(outbox|test|bench)/' },
      to: { path: 'node_modules/@temporalio/client' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'], conditionNames: ['import', 'node', 'default'] },
  },
}
