/** The project of the installation itself, which mails the users. It has no members, and its keys are not known. */
export const PLATFORM_PROJECT_ID = 'platform'

/** The prefix of the `once` keys of mails about a project, by which the deletion of the project finds these keys. */
export const onceKeysOf = (projectId: string): string => `project:${projectId}:`
