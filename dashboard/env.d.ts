/** The version of Posthorn that the dashboard was built from; the build fills it in. */
declare const BUILT_VERSION: string
