import { DESIGN_VERSION, type Block } from '../../../../models/domain/design/design.js'
import { readEmailDesign } from '../../../../models/domain/design/read-design.js'

const KIND = 'posthorn/blocks'

/** Blocks as the text of a clipboard. */
export function copiedText(blocks: readonly Block[]): string {
  return JSON.stringify({ kind: KIND, version: DESIGN_VERSION, blocks })
}

/** The blocks in the text of a clipboard; null where it holds none. */
export function blocksIn(text: string): Block[] | null {
  if (!text.startsWith(`{"kind":"${KIND}"`)) return null
  try {
    const { version, blocks } = JSON.parse(text) as { version?: unknown; blocks?: unknown }
    return readEmailDesign({ version, blocks }).design?.blocks ?? null
  } catch {
    return null
  }
}
