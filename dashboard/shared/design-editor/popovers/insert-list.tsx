import type { BlockType } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { BLOCK_GROUPS, BLOCK_ICONS } from '../block-types.js'
import { PickList } from './pick-list.js'

const PICKS = BLOCK_GROUPS.flatMap(({ types }) => [...types]).map((type) => ({
  value: type,
  label: t.designView.blocks[type],
  icon: BLOCK_ICONS[type],
}))

/** The types of blocks, to insert one of them. */
export function InsertList({ onChoose }: { onChoose: (type: BlockType) => void }) {
  return (
    <PickList
      label={t.designEditor.popovers.insert}
      placeholder={t.designEditor.findBlock}
      picks={PICKS}
      onPick={onChoose}
    />
  )
}
