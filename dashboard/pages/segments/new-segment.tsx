import { useMemo, useRef } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useCommands } from '../../commands/registry.js'
import { t } from '../../messages/index.js'
import { RestoredBanner } from '../../shared/restored-banner.js'
import { Unsaved } from '../../shared/unsaved.js'
import { useProjectId } from '../../session/project.js'
import { useEdited, type Edited } from '../../session/use-edited.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { RadioCards } from '../../ui/radio-cards.js'
import { ConditionPart } from './condition-part.js'
import { NEW_SEGMENT, type NewSegmentDraft } from './draft.js'
import { SegmentFields } from './segment-fields.js'
import { useCreateSegment } from './use-create-segment.js'

const TYPES = (['DYNAMIC', 'STATIC'] as const).map((value) => ({
  value,
  label: t.segments.types[value],
  hint: t.segments.typeHints[value],
}))

/** The page on which a segment is made. */
export function NewSegmentPage() {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const edited = useEdited<NewSegmentDraft>({ projectId, kind: 'segment', id: 'new' }, NEW_SEGMENT, null)
  const creation = useCreateSegment()
  const isCreated = useRef(false)
  const create = async (): Promise<void> => {
    const segment = await creation.create(edited.value)
    if (!segment) return
    // The draft has become the segment: leaving loses nothing.
    isCreated.current = true
    edited.discard()
    const params = { projectId, segmentId: segment.id }
    await navigate({ to: '/p/$projectId/segments/$segmentId', params, ignoreBlocker: true })
  }
  useSaveCommand(create)
  return (
    <>
      <PageHeader title={t.segments.newSegment}>
        <Button variant="strong" isBusy={creation.isBusy} onClick={() => void create()}>
          {t.segments.newSegment}
        </Button>
      </PageHeader>
      <Unsaved isUnsaved={edited.isChanged && !isCreated.current} onDiscard={edited.discard} />
      <RestoredBanner edited={edited} />
      {creation.message !== null && (
        <p role="alert" className="mb-4 text-bad">
          {creation.message}
        </p>
      )}
      <Form edited={edited} creation={creation} />
    </>
  )
}

interface FormProps {
  edited: Edited<NewSegmentDraft>
  creation: ReturnType<typeof useCreateSegment>
}

function Form({ edited: { value, change }, creation: { errors, conditionErrors } }: FormProps) {
  const set = (part: Partial<NewSegmentDraft>): void => change((now) => ({ ...now, ...part }))
  return (
    <div className="flex flex-col gap-4">
      <Panel isPadded>
        <div className="flex max-w-xl flex-col gap-4">
          <SegmentFields isNew value={value} onChange={set} errors={errors} />
          <RadioCards label={t.segments.type} options={TYPES} value={value.type} onChange={(type) => set({ type })} />
          <Checkbox
            label={t.segments.tracking}
            hint={t.segments.trackingText}
            checked={value.trackMembership}
            onChange={({ target }) => set({ trackMembership: target.checked })}
          />
        </div>
      </Panel>
      {value.type === 'DYNAMIC' && (
        <ConditionPart
          condition={value.condition}
          onChange={(condition) => set({ condition })}
          errors={conditionErrors}
        />
      )}
    </div>
  )
}

function useSaveCommand(save: () => Promise<void>): void {
  const latest = useRef(save)
  latest.current = save
  useCommands(
    useMemo(
      () => [
        {
          id: 'save',
          title: t.segments.newSegment,
          group: 'page' as const,
          keys: 'mod+s',
          run: () => void latest.current(),
        },
      ],
      [],
    ),
  )
}
