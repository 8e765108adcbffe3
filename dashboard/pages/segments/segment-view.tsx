import { useEffect, useMemo, useRef, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2, Users } from 'lucide-react'
import { useCommands } from '../../commands/registry.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { lazyPart } from '../../shared/lazy-part.js'
import { RestoredBanner } from '../../shared/restored-banner.js'
import { Unsaved } from '../../shared/unsaved.js'
import { Button } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { LinkTabs } from '../../ui/tabs.js'
import { ConditionPart } from './condition-part.js'
import { DeleteSegment } from './delete-segment.js'
import type { Segment, SegmentTab } from './filters.js'
import { SegmentFields } from './segment-fields.js'
import { SegmentUses } from './segment-uses.js'
import { StaleSegment } from './stale-segment.js'
import { Tracking } from './tracking.js'
import { useDuplicate } from './use-duplicate.js'
import { useSegmentEdit } from './use-segment-edit.js'

const SegmentMembers = lazyPart<{ segment: Segment }, 'SegmentMembers'>(
  () => import('./segment-members.js'),
  'SegmentMembers',
  <SkeletonRows />,
)

const route = getRouteApi('/p/$projectId/segments/$segmentId')

/** The page of a segment that is there, with the changes that are not saved. */
export function SegmentView({ segment }: { segment: Segment }) {
  const edit = useSegmentEdit(segment)
  const { tab = tabsOf(segment)[0]! } = route.useSearch()
  const { edited, isBusy, save } = edit
  const { memberCount, exact } = segment
  const members = exact ? t.segments.members(memberCount, formatNumber(memberCount)) : t.segments.counting
  return (
    <>
      <PageHeader title={segment.name} note={`${t.segments.types[segment.type]}, ${members}`}>
        <Actions
          segment={segment}
          isChanged={edited.isChanged}
          isBusy={isBusy}
          onSave={() => void save().catch(() => {})}
        />
      </PageHeader>
      <Unsaved isUnsaved={edited.isChanged} onSave={save} onDiscard={edited.discard} />
      <RestoredBanner edited={edited} />
      {edit.message !== null && (
        <p role="alert" className="mb-4 text-bad">
          {edit.message}
        </p>
      )}
      <Tabs segment={segment} current={tab} />
      <Part segment={segment} tab={tab} edit={edit} />
      <StaleSegment edit={edit} />
    </>
  )
}

function tabsOf({ type }: Segment): SegmentTab[] {
  return [...(type === 'DYNAMIC' ? (['condition'] as const) : []), 'members', 'settings', 'uses']
}

function Tabs({ segment, current }: { segment: Segment; current: SegmentTab }) {
  const tabs = tabsOf(segment).map((id, index) => ({
    id,
    title: t.segments.tabs[id],
    isCurrent: id === current,
    search: index === 0 ? {} : { tab: id },
  }))
  return <LinkTabs label={t.segments.parts} tabs={tabs} />
}

interface PartProps {
  segment: Segment
  tab: SegmentTab
  edit: ReturnType<typeof useSegmentEdit>
}

function Part({ segment, tab, edit: { edited, errors, conditionErrors, settlePart, showTheirs } }: PartProps) {
  const { value, change } = edited
  if (tab === 'members') return <SegmentMembers segment={segment} />
  if (tab === 'uses') return <SegmentUses segmentId={segment.id} />
  if (tab === 'condition' && segment.type === 'DYNAMIC') {
    return (
      <ConditionPart
        condition={value.condition}
        errors={conditionErrors}
        onChange={(condition) => change((now) => ({ ...now, condition }))}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Panel isPadded>
        <SegmentFields value={value} errors={errors} onChange={(part) => change((now) => ({ ...now, ...part }))} />
      </Panel>
      <Tracking segment={segment} onChanged={settlePart} onStale={showTheirs} />
    </div>
  )
}

interface ActionsProps {
  segment: Segment
  isChanged: boolean
  isBusy: boolean
  onSave: () => void
}

function Actions({ segment, isChanged, isBusy, onSave }: ActionsProps) {
  const [isLeaving, setLeaving] = useState(false)
  const duplicate = useDuplicate()
  const latest = useRef(duplicate)
  useEffect(() => {
    latest.current = duplicate
  })
  const navigate = route.useNavigate()
  const { id, projectId } = segment
  const actions = useMemo(() => {
    const group = 'page' as const
    const show = (): void =>
      void navigate({ to: '/p/$projectId/contacts', params: { projectId }, search: { segment: id } })
    return [
      { id: 'show-contacts', title: t.segments.showContacts, group, run: show },
      { id: 'duplicate', title: t.segments.duplicate, group, run: () => void latest.current(id) },
      { id: 'delete', title: t.segments.delete, group, run: () => setLeaving(true) },
    ]
  }, [navigate, projectId, id])
  useCommands(actions)
  const leave = (): void =>
    void navigate({ to: '/p/$projectId/segments', params: { projectId }, search: {}, ignoreBlocker: true })
  return (
    <>
      <Button icon={Users} onClick={actions[0]?.run}>
        {t.segments.showContacts}
      </Button>
      <Menu
        trigger={<Button icon={Ellipsis}>{t.segments.moreActions}</Button>}
        groups={[
          {
            items: [
              { label: t.segments.duplicate, icon: Copy, onSelect: () => actions[1]?.run() },
              { label: t.segments.delete, icon: Trash2, onSelect: () => actions[2]?.run() },
            ],
          },
        ]}
      />
      <Button variant="strong" isBusy={isBusy} disabled={!isChanged} onClick={onSave}>
        {t.segments.save}
      </Button>
      {isLeaving && <DeleteSegment segment={segment} onClose={() => setLeaving(false)} onDeleted={leave} />}
    </>
  )
}
