import { lazy, Suspense } from 'react'
import { useFollowedJobs } from '../shared/followed-jobs.js'

const JobToasts = lazy(async () => ({ default: (await import('../shared/jobs.js')).JobToasts }))

/** The corner for jobs, which is loaded with the first of them. */
export function FollowedJobs() {
  const jobs = useFollowedJobs()
  if (jobs.every(({ isSeen }) => isSeen)) return null
  return (
    <Suspense>
      <JobToasts />
    </Suspense>
  )
}
