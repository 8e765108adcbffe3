import { DESIGN_VERSION, type Block } from '../../../../models/domain/design/design.js'

const KIND = 'posthorn/blocks'

/** Blocks as the text of a clipboard. */
export function copiedText(blocks: readonly Block[]): string {
  return JSON.stringify({ kind: KIND, version: DESIGN_VERSION, blocks })
}

/** Whether the text of a clipboard begins as copied blocks do. */
export function isCopied(text: string): boolean {
  return text.startsWith(`{"kind":"${KIND}"`)
}

/** The blocks in the text of a clipboard; null where it holds none. The rules for them are loaded when one pastes. */
export async function blocksIn(text: string): Promise<Block[] | null> {
  const { readEmailDesign } = await import('../../../../models/domain/design/read-design.js')
  try {
    const { version, blocks } = JSON.parse(text) as { version?: unknown; blocks?: unknown }
    return readEmailDesign({ version, blocks }).design?.blocks ?? null
  } catch {
    return null
  }
}
