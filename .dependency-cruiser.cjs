/** The layers of Posthorn: which folder may import which. Each rule names what it protects. */
const only = (name, comment, from, ...allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(gateway|models|workflows|activities|workers|runtime|embedded|bench|test)/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The rules of the product import no package and do no I/O.',
      severity: 'error',
      from: { path: '^models/domain/' },
      to: { pathNot: '^models/domain/' },
    },
    only('models-know-models', 'What is stored knows nothing of who asks.', '^models/(?!domain/)', '^models/'),
    {
      name: 'workflows-are-deterministic',
      comment: 'Workflow code sees the domain, and only the types of models and activities.',
      severity: 'error',
      from: { path: '^workflows/(?!client/)' },
      to: {
        path: '^(gateway|models|workflows/client|activities|workers|runtime|embedded|bench|test)/|^node:',
        pathNot: '^models/domain/',
        dependencyTypesNot: ['type-only'],
      },
    },
    only(
      'workflow-client-is-thin',
      'The client starts, signals and cancels; what it dispatches it gets from the models.',
      '^workflows/client/',
      '^workflows/(client/|contracts\\.ts$)',
      '^models/',
    ),
    only(
      'activities-use-models',
      'Effects come from models and their own clients.',
      '^activities/',
      '^activities/',
      '^models/',
    ),
    only(
      'gateway-only-starts-workflows',
      'The gateway reaches Temporal through contracts and the client alone.',
      '^gateway/',
      '^gateway/',
      '^models/',
      '^runtime/',
      '^workflows/(client/|contracts\\.ts$)',
    ),
    only(
      'workers-compose',
      'Workers bring activities, models and the client together.',
      '^workers/',
      '^workers/',
      '^models/',
      '^runtime/',
      '^activities/',
      '^workflows/(client/|contracts\\.ts$)',
    ),
    only('runtime-knows-no-layer', 'Configuration, logs and shutdown know no resource.', '^runtime/', '^runtime/'),
    {
      name: 'production-needs-no-embedded',
      comment: 'What production runs never imports the embedded stack, benchmarks or tests.',
      severity: 'error',
      from: { path: '^(gateway|models|workflows|activities|workers|runtime)/' },
      to: { path: '^(embedded|bench|test)/' },
    },
    {
      name: 'one-importer-of-the-temporal-client',
      comment: 'Only workflows/client speaks to the Temporal client.',
      severity: 'error',
      from: { pathNot: '^(workflows/client|test|bench)/' },
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
