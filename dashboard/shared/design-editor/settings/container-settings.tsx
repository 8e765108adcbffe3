import type { ColumnsBlock, RepeatBlock, SectionBlock } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { Segmented } from '../../../ui/segmented.js'
import { ColorField } from '../../color-field.js'
import { NumberField } from '../../number-field.js'
import { withColumnCount } from '../document/places.js'
import { useEditor } from '../editor-context.js'
import { Row } from './controls.js'

const COUNTS = (['2', '3', '4'] as const).map((value) => ({ value, label: value }))
const RATIOS = [
  { value: '1:1', label: '1 : 1' },
  { value: '1:2', label: '1 : 2' },
  { value: '2:1', label: '2 : 1' },
] as const

/** The settings of columns. */
export function ColumnsSettings({ block }: { block: ColumnsBlock }) {
  const { store } = useEditor()
  const count = `${block.columns.length}` as (typeof COUNTS)[number]['value']
  const ratio = RATIOS.find(({ value }) => value === block.ratio.join(':'))?.value ?? '1:1'
  return (
    <>
      <Row label={t.designEditor.columnCount}>
        <Segmented
          label={t.designEditor.columnCount}
          options={COUNTS}
          value={count}
          onChange={(next) => store.change(block, withColumnCount(block, Number(next)))}
        />
      </Row>
      {block.columns.length === 2 && (
        <Row label={t.designEditor.ratio}>
          <Segmented
            label={t.designEditor.ratio}
            options={RATIOS}
            value={ratio}
            onChange={(next) => store.change<ColumnsBlock>(block, { ratio: next.split(':').map(Number) })}
          />
        </Row>
      )}
      <Checkbox
        label={t.designEditor.stack}
        checked={block.stack}
        onChange={({ target }) => store.change<ColumnsBlock>(block, { stack: target.checked })}
      />
    </>
  )
}

/** The settings of a section. */
export function SectionSettings({ block }: { block: SectionBlock }) {
  const { store } = useEditor()
  return (
    <>
      <ColorField
        key={block.id}
        label={t.designEditor.background}
        value={block.background}
        onChange={(background) => store.change<SectionBlock>(block, { background }, 'background')}
      />
      <NumberField
        label={t.designEditor.padding}
        value={block.padding}
        min={0}
        max={96}
        onChange={(padding) => store.change<SectionBlock>(block, { padding: padding ?? block.padding })}
      />
    </>
  )
}

/** The settings of a repeat. */
export function RepeatSettings({ block }: { block: RepeatBlock }) {
  const { store } = useEditor()
  return (
    <>
      <Field label={t.designEditor.over} hint={t.designEditor.overHint}>
        {(ids) => (
          <Input
            {...ids}
            data-first
            autoComplete="off"
            spellCheck={false}
            value={block.over}
            onChange={({ target }) => store.change<RepeatBlock>(block, { over: target.value }, 'over')}
          />
        )}
      </Field>
      <Field label={t.designEditor.entryName} hint={t.designEditor.entryNameHint(block.as)}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            spellCheck={false}
            value={block.as}
            onChange={({ target }) => store.change<RepeatBlock>(block, { as: target.value }, 'as')}
          />
        )}
      </Field>
    </>
  )
}
