import { useSyncExternalStore } from 'react'
import { onDropped } from '../session/stored.js'

/** The kinds of jobs that are followed over the pages. */
export const JOB_KINDS = ['bulk', 'import', 'export'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** A job that this tab follows. */
export interface FollowedJob {
  kind: JobKind
  jobId: string
  projectId: string
  /** The user who started the job. No other user of this tab sees it. */
  userId: string
  /** It is over, and its message has left the corner of the page; the list of jobs still has it. */
  isSeen?: boolean
}

const KEY = 'posthorn-jobs'
const MOST_JOBS = 10

let jobs: readonly FollowedJob[] | null = null
const listeners = new Set<() => void>()

function current(): readonly FollowedJob[] {
  return (jobs ??= readJobs(sessionStorage.getItem(KEY)))
}

/** Reads stored jobs, without what is none. */
export function readJobs(text: string | null): FollowedJob[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isJob) : []
  } catch {
    return []
  }
}

function isJob(value: unknown): value is FollowedJob {
  if (typeof value !== 'object' || value === null) return false
  const { kind, jobId, projectId, userId } = value as Record<string, unknown>
  return JOB_KINDS.some((one) => one === kind) && [jobId, projectId, userId].every((id) => typeof id === 'string')
}

function change(next: readonly FollowedJob[]): void {
  jobs = next.slice(-MOST_JOBS)
  sessionStorage.setItem(KEY, JSON.stringify(jobs))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows how far a job is from now on, on every page of its project, also after a reload of this tab. */
export function followJob(job: FollowedJob): void {
  change([...current().filter(({ jobId }) => jobId !== job.jobId), job])
}

/** Takes the message of a job that is over from the corner of the page. */
export function markSeen(jobId: string): void {
  change(current().map((job) => (job.jobId === jobId ? { ...job, isSeen: true } : job)))
}

/** Shows a job no longer. */
export function leaveJob(jobId: string): void {
  change(current().filter((job) => job.jobId !== jobId))
}

// The tab keeps no job ids of a user who has signed out.
onDropped((userId) => change(current().filter((job) => job.userId !== userId)))

/** All jobs that this tab follows, for any user and project. */
export function useFollowedJobs(): readonly FollowedJob[] {
  return useSyncExternalStore(subscribe, current)
}
