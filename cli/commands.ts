import type { Command } from './command.js'

/**
 * A command of `posthorn`. `start` begins a process that runs until it is stopped; other commands end with an answer.
 */
export type CommandEntry = {
  /** One line of the help. */
  summary: string
  /** Whether the command uses neither MongoDB nor Temporal of an installation. */
  standsAlone?: true
} & ({ start: () => Promise<unknown> } | { load: () => Promise<Command> })

/** Every command under its name, in the groups and the order of the help. */
export const COMMANDS: Record<string, Record<string, CommandEntry>> = {
  Processes: {
    gateway: { summary: 'serves the API; any number run side by side', start: () => import('../gateway/server.js') },
    worker: {
      summary: 'runs workflows and sends mail; any number run side by side, each for WORKER_QUEUES',
      start: () => import('../workers/worker.js'),
    },
    inbox: {
      summary: 'takes every message by SMTP and shows it in a browser, to try things out',
      standsAlone: true,
      start: () => import('../embedded/provider/provider.js'),
    },
  },
  'Installing and upgrading': {
    'create-secrets': {
      summary: 'makes the secrets of a new installation',
      standsAlone: true,
      load: async () => (await import('./create-secrets.js')).createSecretsCommand,
    },
    'set-up-mongodb': {
      summary: 'makes a new MongoDB a replica set with a user for Posthorn',
      standsAlone: true,
      load: async () => (await import('./set-up-mongodb.js')).setUpMongodbCommand,
    },
    migrate: {
      summary: 'runs migrations, makes collections and indexes; before a new version serves',
      load: async () => (await import('./migrate.js')).migrateCommand,
    },
    'set-up': {
      summary: 'makes the first user and a project of an installation',
      load: async () => (await import('./set-up.js')).setUpCommand,
    },
    replay: {
      summary: "tries what runs in Temporal with this version's workflow code",
      load: async () => (await import('./replay.js')).replayCommand,
    },
  },
  'Projects and users': {
    'create-project': {
      summary: 'makes a project and prints its keys',
      load: async () => (await import('./create-project.js')).createProjectCommand,
    },
    'switch-project': {
      summary: 'disables or enables a project',
      load: async () => (await import('./switch-project.js')).switchProjectCommand,
    },
    'delete-project': {
      summary: 'deletes a project',
      load: async () => (await import('./delete-project.js')).deleteProjectCommand,
    },
    user: {
      summary: 'makes a user, or gives one a new password',
      load: async () => (await import('./user.js')).userCommand,
    },
    'allow-domain': {
      summary: 'lets a project send from a domain, or takes that back',
      load: async () => (await import('./allow-domain.js')).allowDomainCommand,
    },
    'rotate-dkim': {
      summary: 'replaces the key that signs the mail of a domain',
      load: async () => (await import('./rotate-dkim.js')).rotateDkimCommand,
    },
  },
  'Checks and repairs': {
    doctor: {
      summary: 'checks the installation and names a remedy for each fault',
      load: async () => (await import('./doctor.js')).doctorCommand,
    },
    'retry-outbox': {
      summary: 'lists parked outbox entries, or tries them again',
      load: async () => (await import('./retry-outbox.js')).retryOutboxCommand,
    },
    reconcile: {
      summary: 'compares MongoDB with Temporal and sets off again what Temporal has lost',
      load: async () => (await import('./reconcile.js')).reconcileCommand,
    },
    recount: {
      summary: "compares a project's counters with what they count, and corrects them",
      load: async () => (await import('./recount.js')).recountCommand,
    },
    reseal: {
      summary: 'seals every secret with the first key of ENCRYPTION_KEY',
      load: async () => (await import('./reseal.js')).resealCommand,
    },
    'refresh-addresses': {
      summary: 'replaces a list of domains by which addresses are verified',
      load: async () => (await import('./refresh-addresses.js')).refreshAddressesCommand,
    },
  },
}

/** The command with this name, or undefined. */
export function findCommand(name: string): CommandEntry | undefined {
  const group = Object.values(COMMANDS).find((commands) => Object.hasOwn(commands, name))
  return group?.[name]
}

/** The names of all commands, in the order of the help. */
export function commandNames(): string[] {
  return Object.values(COMMANDS).flatMap((commands) => Object.keys(commands))
}
