import { expect } from 'chai'
import * as fc from 'fast-check'
import { applyEdit } from '../../dashboard/shared/workflow-draft/apply-edit.js'
import { changesSince, countChanges, marksOf } from '../../dashboard/shared/workflow-draft/changes.js'
import { whyNotJoined } from '../../dashboard/shared/workflow-draft/delete-steps.js'
import type { Draft, DraftStep } from '../../dashboard/shared/workflow-draft/draft.js'
import type { Edit, EditorAction } from '../../dashboard/shared/workflow-draft/edit.js'
import { editorReducer, openEditor, type EditorState } from '../../dashboard/shared/workflow-draft/editor-state.js'
import { addEdit, connectEdit, copySteps, pasteEdit, placeAfter } from '../../dashboard/shared/workflow-draft/edits.js'
import { errorsOf, mergeErrors, placeErrors } from '../../dashboard/shared/workflow-draft/errors.js'
import {
  graphOf,
  outcomesOf,
  reachedSteps,
  outcomesWithTransitions,
  whyNotConnect,
} from '../../dashboard/shared/workflow-draft/graph.js'
import { newId } from '../../dashboard/shared/workflow-draft/new-id.js'
import { rebase } from '../../dashboard/shared/workflow-draft/rebase.js'
import { graphFaults } from '../../models/domain/definition-faults.js'
import { STEP_TYPES, type StepType } from '../../models/domain/workflow-graph.js'
import { Id } from '../../gateway/schemas/ids.js'
import { runs } from '../support/runs.js'

const TRIGGER: DraftStep = { id: 'trigger', type: 'TRIGGER', name: 'Start', config: {}, templateId: null }
const EMPTY: Draft = {
  name: 'Onboarding',
  description: null,
  trigger: { triggerType: 'EVENT', triggerConfig: { eventName: 'signed up' }, allowReentry: false },
  steps: [TRIGGER],
  transitions: [],
  positions: {},
}
const BASE = { version: 1, updatedAt: '2026-01-01T00:00:00.000Z', draft: EMPTY }
const MULTI = {
  mode: 'multi',
  field: 'data.plan',
  branches: [
    { id: 'a', name: 'A', operator: 'equals', value: 'a' },
    { id: 'b', name: 'B', operator: 'equals', value: 'b' },
  ],
}
const NEW_TYPES = STEP_TYPES.filter((type): type is Exclude<StepType, 'TRIGGER'> => type !== 'TRIGGER')

/** A draft of steps in a row after the TRIGGER, by their types. */
function chain(...types: Exclude<StepType, 'TRIGGER'>[]): Draft {
  return types.reduce<Draft>((draft, type) => {
    const last = draft.steps.at(-1)!
    const { branch } = outcomesOf(last)[0]!
    const add = addEdit({ type, name: `${type} ${draft.steps.length}` }, { at: 'outcome', fromStepId: last.id, branch })
    return applyEdit(draft, add)
  }, EMPTY)
}

/** An edit that a user could make, chosen by numbers. */
const edits = fc.array(
  fc.record({ kind: fc.nat(10), step: fc.nat(), other: fc.nat(), type: fc.constantFrom(...NEW_TYPES), x: fc.nat(9) }),
  { maxLength: 30 },
)
type Choice = { kind: number; step: number; other: number; type: Exclude<StepType, 'TRIGGER'>; x: number }

function editFrom(draft: Draft, { kind, step, other, type, x }: Choice): Edit {
  const one = draft.steps[step % draft.steps.length]!
  const two = draft.steps[other % draft.steps.length]!
  const transition = draft.transitions[other % Math.max(draft.transitions.length, 1)]
  const outcome = outcomesOf(one)[x % Math.max(outcomesOf(one).length, 1)]
  switch (kind) {
    case 0:
    case 1:
      return addEdit(
        { type, name: type },
        placeAfter(draft, one.id),
        x > 5 ? { position: { x, y: x }, others: {} } : undefined,
      )
    case 2:
      return addEdit(
        { type, name: type },
        transition ? { at: 'transition', transitionId: transition.id } : { at: 'nowhere' },
      )
    case 3:
    case 4:
      return connectEdit(one.id, outcome?.branch ?? null, two.id)
    case 5:
      return transition ? { type: 'reconnect', transitionId: transition.id, toStepId: one.id } : { type: 'tidy' }
    case 6:
      return { type: 'delete', stepIds: x > 6 ? [one.id, two.id] : [one.id] }
    case 7:
      return { type: 'configure', stepId: one.id, config: x > 5 ? {} : MULTI }
    case 8:
      return pasteEdit(copySteps(draft, [one.id, two.id]), placeAfter(draft, two.id))
    case 9:
      return { type: 'move', positions: { [one.id]: { x, y: other % 9 } } }
    default:
      return transition
        ? { type: 'disconnect', transitionId: transition.id }
        : { type: 'rename', stepId: one.id, name: `${x}` }
  }
}

function run(choices: readonly Choice[]): EditorState {
  return choices.reduce((state, choice, at) => {
    const edit = editFrom(state.history.present, choice)
    return editorReducer(state, { type: 'edit', edit, at })
  }, openEditor(BASE))
}

describe('the draft of a workflow', () => {
  it('is the original once everything is undone, and the latest once it is redone', () => {
    fc.assert(
      fc.property(edits, (choices) => {
        const last = run(choices)
        const repeat = (action: EditorAction, state: EditorState) =>
          choices.reduce((before) => editorReducer(before, action), state)
        const undone = repeat({ type: 'undo' }, last)
        expect(undone.history.present).to.equal(EMPTY)
        expect(repeat({ type: 'redo' }, undone).history.present).to.equal(last.history.present)
      }),
      runs(100),
    )
  })

  it('can be stored after any edits: no edit makes a graph that the server refuses', () => {
    fc.assert(
      fc.property(edits, (choices) => {
        const draft = run(choices).history.present
        expect(graphFaults(graphOf(draft))).to.deep.equal([])
        const ids = new Set(draft.steps.map(({ id }) => id))
        expect(Object.keys(draft.positions).filter((id) => !ids.has(id))).to.deep.equal([])
      }),
      runs(100),
    )
  })

  it('stays connected when a step is added on a transition, and when one with a single successor is deleted', () => {
    fc.assert(
      fc.property(edits, fc.nat(), fc.constantFrom(...NEW_TYPES), (choices, place, type) => {
        const draft = run(choices).history.present
        const reached = reachedSteps(draft)
        const transition = draft.transitions[place % Math.max(draft.transitions.length, 1)]
        if (transition) {
          const edit = addEdit({ type, name: type }, { at: 'transition', transitionId: transition.id })
          const after = reachedSteps(applyEdit(draft, edit))
          expect([...reached].every((id) => after.has(id))).to.equal(true)
          if (type !== 'EXIT') expect(after.has(edit.step.id)).to.equal(reached.has(transition.fromStepId))
        }
        const step = draft.steps[place % draft.steps.length]!
        if (step.type === 'TRIGGER' || whyNotJoined(draft, step.id) !== null) return
        const after = reachedSteps(applyEdit(draft, { type: 'delete', stepIds: [step.id] }))
        expect([...reached].filter((id) => id !== step.id && !after.has(id))).to.deep.equal([])
      }),
      runs(100),
    )
  })

  it('has one undo step for text typed into one field without a pause', () => {
    const draft = chain('EXIT')
    const { id: stepId } = draft.steps[1]!
    let state = openEditor({ ...BASE, draft })
    const type = (name: string, at: number) =>
      (state = editorReducer(state, { type: 'edit', edit: { type: 'rename', stepId, name }, at, typing: 'name' }))
    for (const [name, at] of [
      ['E', 0],
      ['En', 100],
      ['End', 200],
      ['End it', 9_000],
    ] as const)
      type(name, at)
    state = editorReducer(state, { type: 'undo' })
    expect(state.history.present.steps[1]!.name).to.equal('End')
    state = editorReducer(state, { type: 'undo' })
    expect(state.history.present).to.equal(draft)
  })

  it('selects an added step, and after a deletion the step before', () => {
    const draft = chain('DELAY', 'SEND_EMAIL', 'EXIT')
    const [trigger, delay, mail] = draft.steps
    const state = openEditor({ ...BASE, draft })
    const add = addEdit({ type: 'WEBHOOK', name: 'Call' }, placeAfter(draft, delay!.id))
    const added = editorReducer(state, { type: 'edit', edit: add, at: 0 })
    expect(added.selection.stepIds).to.deep.equal([add.step.id])
    const deleted = editorReducer(added, { type: 'edit', edit: { type: 'delete', stepIds: [add.step.id] }, at: 1 })
    expect(deleted.selection.stepIds).to.deep.equal([delay!.id])
    expect(changesSince(draft, deleted.history.present)).to.include({ isMoved: false })
    expect(countChanges(changesSince(draft, deleted.history.present))).to.equal(0)
    expect(outcomesWithTransitions(deleted.history.present, delay!)[0]!.transition!.toStepId).to.equal(mail!.id)
    const none = editorReducer(state, { type: 'edit', edit: { type: 'delete', stepIds: [trigger!.id] }, at: 0 })
    expect(none).to.equal(state)
  })

  it('leaves the steps after a decision unconnected when it is deleted, as none of them can take its place', () => {
    let draft = chain('CONDITION', 'SEND_EMAIL')
    const [, decision] = draft.steps
    draft = applyEdit(
      draft,
      addEdit({ type: 'EXIT', name: 'End' }, { at: 'outcome', fromStepId: decision!.id, branch: 'no' }),
    )
    const after = applyEdit(draft, { type: 'delete', stepIds: [decision!.id] })
    expect(after.transitions).to.deep.equal([])
    expect(reachedSteps(after).size).to.equal(1)
    expect(after.steps.map(({ name }) => name)).to.deep.equal(['Start', 'SEND_EMAIL 2', 'End'])
  })

  it('keeps the branches yes and no of a decision as the first and the last of several, and back', () => {
    let draft = chain('CONDITION', 'SEND_EMAIL')
    const { id: stepId } = draft.steps[1]!
    draft = applyEdit(
      draft,
      addEdit({ type: 'EXIT', name: 'End' }, { at: 'outcome', fromStepId: stepId, branch: 'no' }),
    )
    const several = applyEdit(draft, { type: 'configure', stepId, config: MULTI })
    expect(
      outcomesWithTransitions(several, several.steps[1]!).map(({ branch, name, transition }) => [
        branch,
        name,
        !transition,
      ]),
    ).to.deep.equal([
      ['a', 'A', false],
      ['b', 'B', true],
      ['default', null, false],
    ])
    const back = applyEdit(several, { type: 'configure', stepId, config: {} })
    expect(back.transitions).to.deep.equal(draft.transitions)
  })

  it('explains why steps cannot be connected', () => {
    const draft = chain('SEND_EMAIL', 'WEBHOOK', 'EXIT')
    const [trigger, mail, hook, exit] = draft.steps as [DraftStep, DraftStep, DraftStep, DraftStep]
    expect(whyNotConnect(draft, mail.id, null, trigger.id)).to.match(/trigger/)
    expect(whyNotConnect(draft, exit.id, null, mail.id)).to.match(/exit/)
    expect(whyNotConnect(draft, hook.id, 'success', mail.id)).to.match(/already/)
    expect(whyNotConnect(draft, hook.id, 'failure', mail.id)).to.match(/loop/)
    expect(whyNotConnect(draft, hook.id, 'failure', exit.id)).to.equal(null)
  })

  it('can paste copied steps with the transitions between them, under new ids', () => {
    const draft = chain('DELAY', 'SEND_EMAIL', 'EXIT')
    const [, delay, mail, exit] = draft.steps as [DraftStep, DraftStep, DraftStep, DraftStep]
    const pasted = applyEdit(draft, pasteEdit(copySteps(draft, [delay.id, mail.id]), placeAfter(draft, mail.id)))
    const names: string[] = []
    for (let at: DraftStep | undefined = pasted.steps[0]; at;) {
      names.push(at.name)
      const transition = outcomesWithTransitions(pasted, at).find(({ transition }) => transition)?.transition
      at = pasted.steps.find(({ id }) => id === transition?.toStepId)
    }
    expect(names).to.deep.equal(['Start', delay.name, mail.name, delay.name, mail.name, exit.name])
    expect(new Set(pasted.steps.map(({ id }) => id)).size).to.equal(6)
  })

  it('uses ids that the API accepts', () => {
    const ids = Array.from({ length: 100 }, newId)
    expect(ids.filter((id) => !Id.safeParse(id).success)).to.deep.equal([])
    expect(new Set(ids).size).to.equal(100)
  })

  it('reports errors at their steps, each once', () => {
    const draft = chain('SEND_EMAIL', 'WEBHOOK')
    const [, mail, hook] = draft.steps as [DraftStep, DraftStep, DraftStep]
    const own = errorsOf({ ...draft, trigger: { ...draft.trigger, triggerConfig: {} } })
    expect(own.map(({ stepId, field }) => [stepId, field])).to.deep.equal([
      ['trigger', 'triggerConfig.eventName'],
      [mail.id, 'config.templateId'],
      [hook.id, 'config.url'],
    ])
    const answered = placeErrors(draft, [
      { field: `steps.${mail.id}.config.templateId`, message: 'Template not found', code: 'custom' },
      { field: `steps.${hook.id}.config.headers.Host`, message: 'Not this one', code: 'custom' },
      { field: 'steps.gone.name', message: 'x', code: 'custom' },
    ])
    expect(mergeErrors(draft, own, answered).map(({ field }) => field)).to.deep.equal([
      'triggerConfig.eventName',
      'config.templateId',
      'config.url',
      'config.headers.Host',
    ])
  })
})

describe('changes of a draft that are moved to a newer version', () => {
  const base = chain('SEND_EMAIL', 'DELAY', 'EXIT')
  const [, mail, delay, exit] = base.steps as [DraftStep, DraftStep, DraftStep, DraftStep]
  const wayFrom = (draft: Draft, { id }: DraftStep) => draft.transitions.find(({ fromStepId }) => fromStepId === id)!
  const splice = (draft: Draft, after: DraftStep, name: string) => {
    const place = { at: 'transition', transitionId: wayFrom(draft, after).id } as const
    return applyEdit(draft, addEdit({ type: 'WEBHOOK', name }, place))
  }

  it('are combined when they are in different places', () => {
    const mine = splice(applyEdit(base, { type: 'rename', stepId: mail.id, name: 'Hello' }), mail, 'Mine')
    const theirs = splice(
      applyEdit(
        { ...base, name: 'Other' },
        { type: 'configure', stepId: delay.id, config: { amount: 1, unit: 'days' } },
      ),
      delay,
      'Theirs',
    )
    const { draft, conflicts, dropped } = rebase(base, mine, theirs)
    expect([conflicts, dropped]).to.deep.equal([[], []])
    expect(draft.name).to.equal('Other')
    expect(draft.steps.find(({ id }) => id === mail.id)!.name).to.equal('Hello')
    expect(draft.steps.find(({ id }) => id === delay.id)!.config).to.deep.equal({ amount: 1, unit: 'days' })
    expect(reachedSteps(draft).size).to.equal(6)
    expect(graphFaults(graphOf(draft))).to.deep.equal([])
  })

  it('are a conflict when both sides changed the same thing, and then follow the choice', () => {
    const mine = splice(applyEdit(base, { type: 'rename', stepId: mail.id, name: 'Mine' }), mail, 'My call')
    const theirs = splice(applyEdit(base, { type: 'rename', stepId: mail.id, name: 'Theirs' }), mail, 'Their call')
    const asked = rebase(base, mine, theirs)
    expect(asked.conflicts.map(({ kind }) => kind)).to.deep.equal(['step', 'outcome'])
    const nameOf = (draft: Draft) => draft.steps.find(({ id }) => id === mail.id)!.name
    expect(nameOf(asked.draft)).to.equal('Mine')
    const chosen = rebase(base, mine, theirs, Object.fromEntries(asked.conflicts.map(({ key }) => [key, 'theirs'])))
    expect(nameOf(chosen.draft)).to.equal('Theirs')
    expect(wayFrom(chosen.draft, mail).toStepId).to.equal(wayFrom(theirs, mail).toStepId)
  })

  it('report a conflict when they delete a step that the other side changed', () => {
    const mine = applyEdit(base, { type: 'delete', stepIds: [delay.id] })
    const theirs = applyEdit(base, { type: 'rename', stepId: delay.id, name: 'Longer' })
    const { conflicts } = rebase(base, mine, theirs)
    expect(conflicts.map(({ kind }) => kind)).to.deep.equal(['step'])
  })

  it('are the draft itself on the version that it is based on, and the new version without changes', () => {
    fc.assert(
      fc.property(edits, (choices) => {
        const draft = run(choices).history.present
        const sorted = (one: Draft) => ({
          ...one,
          steps: [...one.steps].sort((a, b) => (a.id < b.id ? -1 : 1)),
          transitions: [...one.transitions].sort((a, b) => (a.id < b.id ? -1 : 1)),
        })
        expect(sorted(rebase(EMPTY, draft, EMPTY).draft)).to.deep.equal(sorted(draft))
        const back = rebase(EMPTY, EMPTY, draft)
        expect(back.conflicts).to.deep.equal([])
        expect(sorted(back.draft)).to.deep.equal(sorted(draft))
      }),
      runs(100),
    )
  })

  it('are listed and marked as added, changed, removed and connected', () => {
    const mine = splice(applyEdit(base, { type: 'delete', stepIds: [exit.id] }), mail, 'Call')
    const changes = changesSince(base, mine)
    expect(changes.added.map(({ name }) => name)).to.deep.equal(['Call'])
    expect(changes.removed.map(({ id }) => id)).to.deep.equal([exit.id])
    expect(changes.connected.length).to.equal(2)
    expect(changes.disconnected.length).to.equal(2)
    expect(countChanges(changes)).to.equal(6)
    expect(marksOf(changes)).to.include({ [exit.id]: 'removed', [changes.added[0]!.id]: 'added' })
  })
})
