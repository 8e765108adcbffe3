import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { configQuery } from '../../session/user.js'
import { Gone } from '../../shared/gone.js'
import { TextLink } from '../../ui/link.js'
import { PageHeader } from '../../ui/panel.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { PANELS } from './panels.js'
import { readPart, type SettingsPart } from './parts.js'
import { SettingsNav } from './settings-nav.js'

/** The settings of the project: their parts, and the one that the address names. */
export function SettingsPage() {
  const { part } = useParams({ strict: false })
  const shown = readPart(part)
  return shown === null ? <NoSuchPart /> : <Part part={shown} />
}

function Part({ part }: { part: SettingsPart }) {
  const { data: config } = useQuery(configQuery)
  const isBilled = config?.features.billing.enabled ?? false
  const Panel = PANELS[part]
  return (
    <>
      <PageHeader title={t.settings.title} />
      <div className="grid gap-4 wide:grid-cols-[10rem_minmax(0,1fr)] wide:gap-6">
        <SettingsNav current={part} isBilled={isBilled} />
        <div className="flex min-w-0 flex-col gap-4">
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Panel />
          </Suspense>
        </div>
      </div>
    </>
  )
}

function NoSuchPart() {
  const projectId = useProjectId()
  return (
    <Gone title={t.settings.noPart} text={t.settings.noPartText}>
      <TextLink to="/p/$projectId/settings/$part" params={{ projectId, part: 'general' }}>
        {t.settings.title}
      </TextLink>
    </Gone>
  )
}
