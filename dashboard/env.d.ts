/** The version that the dashboard was built of, which the build fills in. */
declare const BUILT_VERSION: string
