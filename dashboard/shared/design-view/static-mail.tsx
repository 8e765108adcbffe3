import { useMemo } from 'react'
import type { Block, Brand, EmailDesign } from '../../../models/domain/design/design.js'
import { lookOf } from '../../../models/domain/design/look.js'
import { BlockBody, type BlockSlots } from './block-body.js'
import { insetOf } from './insets.js'
import { TextParts } from './inline-text.js'
import { lookStyle } from './mail-look.js'
import { TEXT_CLASSES } from './text-classes.js'
import { partsOf } from './textual.js'

interface StaticMailProps {
  design: EmailDesign
  brand: Brand
  projectName: string
}

/** A message as its canvas shows it, to be looked at alone. */
export function StaticMail({ design, brand, projectName }: StaticMailProps) {
  const { theme, blocks } = design
  const look = useMemo(() => lookOf(theme, brand), [theme, brand])
  const slots: BlockSlots = {
    look,
    scheme: 'light',
    brand,
    projectName,
    text: (block, kind) => (
      <div className={TEXT_CLASSES[kind]}>
        <TextParts parts={partsOf(block)} />
      </div>
    ),
    list: (parent, _column, inner) => <Blocks blocks={inner} slots={slots} isInColumn={parent.type === 'columns'} />,
  }
  return (
    <div
      data-width="600"
      style={{ ...lookStyle(look, 'light'), width: look.width, colorScheme: 'light' }}
      className="bg-(--mail-surface) font-(family-name:--mail-font) text-[16px] leading-[25.6px] text-(--mail-ink)"
    >
      <Blocks blocks={blocks} slots={slots} isInColumn={false} />
    </div>
  )
}

interface BlocksProps {
  blocks: readonly Block[]
  slots: BlockSlots
  isInColumn: boolean
}

function Blocks({ blocks, slots, isInColumn }: BlocksProps) {
  return blocks.map((block) => (
    <div key={block.id} className={insetOf(block, isInColumn)}>
      <BlockBody block={block} slots={slots} />
    </div>
  ))
}
