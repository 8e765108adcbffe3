import type { ReactNode } from 'react'
import { ALIGNMENTS, type Alignment } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { Segmented } from '../../../ui/segmented.js'

const ALIGNS = ALIGNMENTS.map((value) => ({ value, label: t.designEditor.alignments[value] }))

interface AlignFieldProps {
  value: Alignment
  onChange: (align: Alignment) => void
}

/** The side to which a block is aligned. */
export function AlignField({ value, onChange }: AlignFieldProps) {
  return (
    <Row label={t.designEditor.align}>
      <Segmented label={t.designEditor.align} options={ALIGNS} value={value} onChange={onChange} />
    </Row>
  )
}

/** A name beside a control that has its own label for screen readers. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="font-medium">{label}</span>
      {children}
    </div>
  )
}
