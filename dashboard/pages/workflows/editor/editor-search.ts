/** The search parameters of the editor. */
export interface EditorSearch {
  /** The selected step. */
  step?: string | undefined
  /** An older version, which is shown and cannot be edited. */
  version?: number | undefined
  /** The older one of two versions to compare; the newer one is `version`. */
  compare?: number | undefined
}

/** Reads what an address names; anything else in it is left out. */
export function readEditorSearch({ step, version, compare }: Record<string, unknown>): EditorSearch {
  return {
    step: typeof step === 'string' && step !== '' ? step : undefined,
    version: versionOf(version),
    compare: versionOf(compare),
  }
}

function versionOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}
