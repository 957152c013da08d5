import { ensureBuild } from "../src/app/build.ts"

/** Makes the build that `npm start` runs, unless it stands for the sources as they are. */
await ensureBuild(process.cwd(), console.log)
