import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

const HELM = "3.22.0"
const projectRoot = resolve(import.meta.dirname, "../..")
const program = join(projectRoot, `node_modules/.cache/kaksha/bin/helm-${HELM}`)

export const chartFolder = join(projectRoot, "deploy/chart")

/** Where Go's module of Kubernetes has the schema of its API; the newest release that the chart is checked against. */
export const KUBERNETES = "v1.34.2"

/** Builds Helm from source, once. */
export async function provideHelm(): Promise<void> {
  if (existsSync(program)) return
  await mkdir(dirname(program), { recursive: true })
  const draft = await mkdtemp(`${program}-`)
  try {
    await run("go", ["install", `helm.sh/helm/v3/cmd/helm@v${HELM}`], {
      env: { ...process.env, GOBIN: draft },
    })
    await rename(join(draft, "helm"), program)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Returns what Helm says. Throws with it when it refuses. */
export async function helm(...args: string[]): Promise<string> {
  const { stdout } = await run(program, args, { maxBuffer: 16 * 2 ** 20 })
  return stdout
}

/** Returns the path of the OpenAPI document of Kubernetes, from Go's cache of modules. */
export async function provideKubernetesApi(): Promise<string> {
  const { stdout } = await run("go", ["mod", "download", "-json", `k8s.io/kubernetes@${KUBERNETES}`], {
    maxBuffer: 2 ** 20,
  })
  const { Dir } = JSON.parse(stdout) as { Dir: string }
  return join(Dir, "api/openapi-spec/swagger.json")
}
