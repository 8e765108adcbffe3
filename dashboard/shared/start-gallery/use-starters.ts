import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../session/project.js'
import type { Starter } from './start.js'
import { startersQuery } from './starters-query.js'

/** The designs to begin with, and their language. */
export interface Starters {
  /** Undefined until they are loaded. */
  list: readonly Starter[] | undefined
  language: string
  setLanguage: (language: string) => void
}

/** The designs to begin with, at first in the language of the project. */
export function useStarters(): Starters {
  const project = useProject()
  const [language, setLanguage] = useState(project.language)
  const { data: list } = useQuery(startersQuery(project.id, language))
  // The language of a project may have no texts.
  return { list, language: list?.[0]?.language ?? language, setLanguage }
}
