import { ensureBuild } from "../src/app/build.ts"
import { report } from "../src/app/console.ts"

/** Makes the build that `npm start` runs, unless it is up to date with the sources. */
await ensureBuild(process.cwd(), report)
