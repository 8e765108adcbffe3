import type { ReactNode } from 'react'
import { FileQuestion } from 'lucide-react'
import { t } from '../messages/index.js'
import { EmptyState } from '../ui/empty-state.js'

/** The page of something that is not there, with the way back. */
export function Gone({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <title>{t.common.titleOf(title)}</title>
      <EmptyState heading="h1" icon={FileQuestion} title={title} text={text}>
        {children}
      </EmptyState>
    </>
  )
}
