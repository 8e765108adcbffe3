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
    gateway: { summary: 'serves the API; run as many as you need', start: () => import('../gateway/server.js') },
    worker: {
      summary: 'runs workflows and sends email; run as many as you need, each for WORKER_QUEUES',
      start: () => import('../workers/worker.js'),
    },
    inbox: {
      summary: 'local SMTP inbox that catches every message and shows it in a browser',
      standsAlone: true,
      start: () => import('../embedded/provider/provider.js'),
    },
  },
  'Installing and upgrading': {
    'create-secrets': {
      summary: 'creates the secrets of a new installation',
      standsAlone: true,
      load: async () => (await import('./create-secrets.js')).createSecretsCommand,
    },
    'set-up-mongodb': {
      summary: 'turns a new MongoDB into a replica set with a user for Posthorn',
      standsAlone: true,
      load: async () => (await import('./set-up-mongodb.js')).setUpMongodbCommand,
    },
    migrate: {
      summary: 'runs migrations, creates collections and indexes; run it before an upgrade',
      load: async () => (await import('./migrate.js')).migrateCommand,
    },
    'set-up': {
      summary: 'creates the first user and project of an installation',
      load: async () => (await import('./set-up.js')).setUpCommand,
    },
    'shard-plan': {
      summary: 'prints the statements that shard the database by project',
      standsAlone: true,
      load: async () => (await import('./shard-plan.js')).shardPlanCommand,
    },
    replay: {
      summary: "checks running Temporal workflows against this version's workflow code",
      load: async () => (await import('./replay.js')).replayCommand,
    },
  },
  'Projects and users': {
    'create-project': {
      summary: 'creates a project and prints its keys',
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
      summary: 'creates a user or sets a new password',
      load: async () => (await import('./user.js')).userCommand,
    },
    'allow-domain': {
      summary: 'allows a project to send from a domain, or revokes that',
      load: async () => (await import('./allow-domain.js')).allowDomainCommand,
    },
    'rotate-dkim': {
      summary: 'rotates the DKIM key of a domain',
      load: async () => (await import('./rotate-dkim.js')).rotateDkimCommand,
    },
  },
  'Checks and repairs': {
    doctor: {
      summary: 'checks the installation and suggests a fix for each problem',
      load: async () => (await import('./doctor.js')).doctorCommand,
    },
    'retry-outbox': {
      summary: 'lists or retries parked outbox entries',
      load: async () => (await import('./retry-outbox.js')).retryOutboxCommand,
    },
    reconcile: {
      summary: 'compares MongoDB with Temporal and restarts lost work',
      load: async () => (await import('./reconcile.js')).reconcileCommand,
    },
    recount: {
      summary: 'checks and repairs the counters of a project',
      load: async () => (await import('./recount.js')).recountCommand,
    },
    reseal: {
      summary: 're-encrypts all secrets with the first key of ENCRYPTION_KEY',
      load: async () => (await import('./reseal.js')).resealCommand,
    },
    'refresh-addresses': {
      summary: 'replaces a domain list for address verification',
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
