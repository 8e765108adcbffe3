import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { isMissing } from '../../../shared/failure.js'
import { Gone } from '../../../shared/gone.js'
import { isOver, refreshContacts, useImportJob, type ImportJob } from '../../../shared/job-progress.js'
import { Moment } from '../../../shared/moment.js'
import { TextLink } from '../../../ui/link.js'
import { PageHeader } from '../../../ui/panel.js'
import { Button } from '../../../ui/button.js'
import { ImportResult } from './import-result.js'
import { ImportStatus } from './import-status.js'
import { SegmentOfImport } from './segment-of-import.js'

const route = getRouteApi('/p/$projectId/contacts/import/$jobId')

/** One import: its progress, its result, and its invalid rows. */
export function ImportJobPage() {
  const projectId = useProjectId()
  const { jobId } = route.useParams()
  const query = useImportJob(projectId, jobId)
  const { data: job, error } = query
  const ended = job !== undefined && isOver(job)
  useEffect(() => {
    if (ended) refreshContacts(projectId)
  }, [ended, projectId])
  const back = (
    <TextLink to="/p/$projectId/contacts/import" params={{ projectId }}>
      {t.imports.allImports}
    </TextLink>
  )
  if (isMissing(error)) {
    return (
      <Gone title={t.imports.gone} text={t.imports.goneText}>
        {back}
      </Gone>
    )
  }
  const note = job && (
    <span className="flex flex-wrap gap-x-3">
      <ImportStatus status={job.status} />
      <span>{job.dryRun ? t.imports.dryRun : t.imports.kinds[job.kind]}</span>
      <Moment at={job.createdAt} />
    </span>
  )
  return (
    <>
      <PageHeader title={job ? t.imports.jobOf(job.fileName ?? t.imports.unnamed) : t.imports.job} note={note}>
        {ended && job.kind === 'contacts' && !job.dryRun && <ShowContacts job={job} />}
        {back}
      </PageHeader>
      <ImportResult projectId={projectId} query={query} />
    </>
  )
}

/** Links to the imported contacts, and to the segment that they joined; without one, offers to make it. */
function ShowContacts({ job }: { job: ImportJob }) {
  const projectId = useProjectId()
  const { segment } = route.useSearch()
  const [isMaking, setMaking] = useState(false)
  if (segment !== undefined) {
    return (
      <TextLink to="/p/$projectId/segments/$segmentId" params={{ projectId, segmentId: segment }}>
        {t.imports.showSegment}
      </TextLink>
    )
  }
  return (
    <>
      <Button onClick={() => setMaking(true)}>{t.imports.makeSegment}</Button>
      <TextLink to="/p/$projectId/contacts" params={{ projectId }} search={{ import: job.id }}>
        {t.imports.showContacts}
      </TextLink>
      {isMaking && <SegmentOfImport jobId={job.id} onClose={() => setMaking(false)} />}
    </>
  )
}
