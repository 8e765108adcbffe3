import { useState } from 'react'
import { keyFor } from '../../../session/stored.js'
import { useProjectId } from '../../../session/project.js'
import { readColumnChoice } from './column-choice.js'

/** The columns that this user has chosen for the contacts of this project, in this browser. */
export function useColumnChoice(): [readonly string[], (choice: readonly string[]) => void] {
  const key = keyFor('columns', useProjectId(), 'contacts')
  const [choice, setChoice] = useState(() => readColumnChoice(localStorage.getItem(key)))
  const choose = (next: readonly string[]): void => {
    localStorage.setItem(key, JSON.stringify(next))
    setChoice(next)
  }
  return [choice, choose]
}
