/** Reads from the address of an import which segment its contacts join. */
export function readImportSearch({ segment }: Record<string, unknown>): { segment?: string | undefined } {
  return { segment: typeof segment === 'string' && segment !== '' ? segment : undefined }
}
