import { join } from 'node:path'
import type { Env } from '../../embedded/settings.js'
import { searchPath, type Tools } from './provide-tools.js'
import { VERSIONS } from './versions.js'

/** A program with its arguments, run in the folder of a client. */
export interface Command {
  run: [program: string, ...args: string[]]
  env?: Env
}

/** How a client is made from the document, checked, and called. */
export interface Generator {
  name: string
  version: string
  /** The path of the document, which it finds as `openapi.json`. */
  document: '/openapi.json' | '/openapi-3.0.json'
  /** The file of `calls/`, and its name beside the client. */
  calls: [from: string, to: string]
  /** Further files beside the client. */
  files?: Readonly<Record<string, string>>
  generate: Command
  compile: Command[]
  call: Command
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['**/*.ts'],
  exclude: ['node_modules'],
})
// `-P` of Python would hide the folder of the client.
const IMPORT_ALL =
  'import importlib, pkgutil, sys\n' +
  'package = importlib.import_module(sys.argv[1])\n' +
  'for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):\n' +
  '    importlib.import_module(module.name)\n'

/** Every generator that is checked. */
export function generatorsOf(tools: Tools): Generator[] {
  return [...typeScript(tools), ...python(tools), ...go(tools)]
}

function typeScript(tools: Tools): Generator[] {
  const program = (name: string): string => join(tools.npm, 'node_modules', '.bin', name)
  const of = (name: keyof typeof VERSIONS.npm, calls: string, ...args: [string, ...string[]]): Generator => ({
    ...common,
    name,
    version: VERSIONS.npm[name],
    calls: [`${calls}.ts.txt`, 'calls.ts'],
    generate: { run: args },
  })
  const common = {
    document: '/openapi.json',
    files: { 'tsconfig.json': TSCONFIG, 'package.json': '{"type":"module"}' },
    compile: [{ run: [program('tsc'), '-p', '.'] }],
    call: { run: [program('tsx'), 'calls.ts'] },
  } satisfies Partial<Generator>
  return [
    of('openapi-typescript', 'openapi-typescript', program('openapi-typescript'), 'openapi.json', '-o', 'client.ts'),
    of('@hey-api/openapi-ts', 'hey-api', program('openapi-ts'), '-i', 'openapi.json', '-o', 'client'),
    of(
      'swagger-typescript-api',
      'swagger-typescript-api',

      program('swagger-typescript-api'),
      'generate',
      '-p',
      'openapi.json',
      '-o',
      'client',
      '-n',
      'api.ts',
    ),
    { ...common, ...ofOpenapiGenerator(tools, 'typescript-fetch'), calls: ['typescript-fetch.ts.txt', 'calls.ts'] },
  ]
}

function python(tools: Tools): Generator[] {
  const env = { PYTHONPATH: searchPath('.', tools.pythonLibraries) }
  const checked = (client: string): Pick<Generator, 'document' | 'compile' | 'call'> => ({
    document: '/openapi.json',
    compile: [
      { run: ['python3', '-m', 'compileall', '-q', client], env },
      { run: ['python3', '-c', IMPORT_ALL, client], env },
    ],
    call: { run: ['python3', 'calls.py'], env },
  })
  return [
    {
      ...checked('client'),
      name: 'openapi-python-client',
      version: VERSIONS.python['openapi-python-client'],
      calls: ['openapi-python-client.py', 'calls.py'],
      generate: {
        run: [
          'python3',
          '-m',
          'openapi_python_client',
          'generate',
          '--path',
          'openapi.json',
          '--meta',
          'none',
          '--output-path',
          'client',
          '--overwrite',
        ],
        env: tools.python('openapi-python-client'),
      },
    },
    {
      ...checked('client'),
      name: 'datamodel-code-generator',
      version: VERSIONS.python['datamodel-code-generator'],
      calls: ['datamodel-code-generator.py', 'calls.py'],
      generate: {
        run: [
          'python3',
          '-m',
          'datamodel_code_generator',
          '--input',
          'openapi.json',
          '--input-file-type',
          'openapi',
          '--output',
          'client.py',
          '--use-annotated',
          '--output-model-type',
          'pydantic_v2.BaseModel',
          '--target-python-version',
          '3.11',
        ],
        env: tools.python('datamodel-code-generator'),
      },
      compile: [{ run: ['python3', '-c', 'import client'], env }],
    },
    {
      ...checked('posthorn'),
      ...ofOpenapiGenerator(tools, 'python', '.'),
      calls: ['openapi-generator-python.py', 'calls.py'],
    },
  ]
}

function go(tools: Tools): Generator[] {
  const module = (requirements: readonly (keyof typeof VERSIONS.go)[]): string =>
    `module posthorn\n\ngo 1.24\n\n${requirements.map((name) => `require ${name} ${VERSIONS.go[name]}\n`).join('')}`
  const checked: Pick<Generator, 'compile' | 'call'> = {
    compile: [
      { run: [tools.go, 'mod', 'tidy'] },
      { run: [tools.go, 'build', './...'] },
      { run: [tools.go, 'vet', './...'] },
    ],
    call: { run: [tools.go, 'run', '.'] },
  }
  return [
    {
      ...checked,
      ...ofOpenapiGenerator(tools, 'go'),
      calls: ['openapi-generator.go', 'main.go'],
      files: { 'go.mod': module(['gopkg.in/validator.v2']) },
    },
    {
      ...checked,
      name: 'oapi-codegen',
      version: VERSIONS.go['github.com/oapi-codegen/oapi-codegen/v2'],
      document: '/openapi-3.0.json',
      calls: ['oapi-codegen.go', 'main.go'],
      files: { 'go.mod': module(['github.com/oapi-codegen/runtime']), 'client/.keep': '' },
      generate: {
        run: [
          tools.oapiCodegen,
          '-package',
          'client',
          '-generate',
          'types,client',
          '-o',
          'client/client.go',
          'openapi.json',
        ],
      },
    },
  ]
}

function ofOpenapiGenerator(
  tools: Tools,
  language: string,
  folder = 'client',
): Pick<Generator, 'name' | 'version' | 'document' | 'generate'> {
  const { PYTHONPATH = '' } = tools.python('openapi-generator-cli')
  const jar = join(PYTHONPATH, 'openapi_generator_cli', 'openapi-generator.jar')
  const properties = 'packageName=posthorn,withGoMod=false'
  return {
    name: `openapi-generator ${language}`,
    version: VERSIONS.python['openapi-generator-cli'],
    document: '/openapi.json',
    generate: {
      run: [
        tools.java,
        '-jar',
        jar,
        'generate',
        '-i',
        'openapi.json',
        '-g',
        language,
        '-o',
        folder,
        '--additional-properties',
        properties,
        '--global-property',
        'models,apis,supportingFiles,modelTests=false,apiTests=false',
      ] as [string, ...string[]],
    },
  }
}
