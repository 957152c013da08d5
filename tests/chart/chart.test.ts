import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { readEnvironment, VARIABLE_NAMES } from "#platform/env.ts"
import { chartFolder, helm, KUBERNETES, provideHelm, provideKubernetesApi } from "./helm.ts"
import { type Manifest, openKubernetesSchema } from "./kubernetes-schema.ts"

let faultsOf: (manifest: Manifest) => string[]

beforeAll(async () => {
  await provideHelm()
  faultsOf = await openKubernetesSchema(await provideKubernetesApi())
})

const ACADEMY = {
  url: "https://academy.example",
  secret: "kaksha",
  "livekit.url": "wss://video.academy.example",
}

const flags = (values: Record<string, string>) => [
  // A Helm that was built by itself takes the cluster for one of 2019.
  ...["--kube-version", KUBERNETES],
  ...Object.entries(values).flatMap(([name, value]) => ["--set", `${name}=${value}`]),
]

async function render(values: Record<string, string> = {}): Promise<Manifest[]> {
  const text = await helm("template", "academy", chartFolder, ...flags({ ...ACADEMY, ...values }))
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

type Container = {
  args: string[]
  image: string
  env: { name: string; value: string }[]
  securityContext: object
  readinessProbe?: object
}
type PodSpec = { containers: Container[]; securityContext: object; terminationGracePeriodSeconds?: number }

/** The pods of a manifest, however deep they lie in it. */
function podsOf(value: unknown): PodSpec[] {
  if (typeof value !== "object" || value === null) return []
  if ("containers" in value) return [value as PodSpec]
  return Object.values(value).flatMap(podsOf)
}

const VARIANTS: Record<string, Record<string, string>> = {
  "as it comes": {},
  "small, without a proxy of its own": {
    "web.replicas": "1",
    "worker.replicas": "1",
    "web.autoscaling.enabled": "false",
    "ingress.enabled": "false",
    "backup.enabled": "false",
  },
  "with a disk, a registry and settings of its own": {
    "data.existingClaim": "recordings",
    "image.pullSecrets[0]": "registry",
    "image.tag": "1.2.3",
    "settings.S3_BUCKET": "academy",
    "settings.S3_ENDPOINT": "https://store.example",
    "settings.QUIET_FROM_HOUR": "20",
    "ingress.className": "traefik",
    "ingress.annotations.cert-manager\\.io/cluster-issuer": "letsencrypt",
  },
}

test.each(Object.entries(VARIANTS))(
  "OPS-07 the chart %s is what Kubernetes knows, to the last field",
  async (_what, values) => {
    await helm("lint", "--strict", chartFolder, ...flags({ ...ACADEMY, ...values }))
    const manifests = await render(values)
    expect(manifests.flatMap(faultsOf)).toEqual([])
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  },
)

test("OPS-07 every pod runs without rights, by variables that the product knows", async () => {
  const manifests = await render(VARIANTS["with a disk, a registry and settings of its own"])
  const pods = manifests.flatMap(podsOf)
  expect(pods.flatMap(({ containers }) => containers.map(({ args }) => args[0])).sort()).toEqual([
    "backup",
    "migrate",
    "web",
    "worker",
  ])
  for (const { containers, securityContext } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } })
    for (const container of containers) {
      expect(container.image).toBe("kaksha:1.2.3")
      expect(container.securityContext).toMatchObject({ allowPrivilegeEscalation: false })
      for (const { name } of container.env) expect(VARIABLE_NAMES).toContain(name)
      const secrets = Object.fromEntries(
        [
          "AUTH_SECRET",
          "LIVEKIT_API_KEY",
          "LIVEKIT_API_SECRET",
          "S3_ACCESS_KEY_ID",
          "S3_SECRET_ACCESS_KEY",
        ].map((name) => [name, "x".repeat(40)]),
      )
      const env = readEnvironment({
        ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
        ...secrets,
        DATABASE_URL: "postgres://kaksha@database/kaksha",
      })
      expect(env).toMatchObject({ trial: false, S3_BUCKET: "academy", QUIET_FROM_HOUR: 20 })
      // The probes ask at the pod's address, of workers too, and the token of metrics is optional.
      expect(env).toMatchObject({ BIND_ADDRESS: "0.0.0.0" })
      expect(env).not.toHaveProperty("METRICS_TOKEN")
    }
  }
})

test("OPS-07 a rollout never has fewer processes, gives each time to finish, and a machine may go", async () => {
  const manifests = await render()
  const named = (kind: string, name: string) =>
    manifests.find((one) => one.kind === kind && one.metadata.name === `academy-${name}`)
  for (const part of ["web", "worker"]) {
    expect(named("Deployment", part)).toMatchObject({
      spec: {
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: {
          spec: {
            terminationGracePeriodSeconds: 40,
            containers: [
              {
                readinessProbe: { httpGet: { path: "/readyz" } },
                livenessProbe: { httpGet: { path: "/livez" } },
              },
            ],
          },
        },
      },
    })
    expect(named("PodDisruptionBudget", part)).toMatchObject({ spec: { maxUnavailable: 1 } })
  }
  // The autoscaler has the say: an upgrade would otherwise send pods away at five o'clock.
  expect(named("Deployment", "web")?.spec).not.toHaveProperty("replicas")
  expect(named("HorizontalPodAutoscaler", "web")).toMatchObject({ spec: { minReplicas: 2, maxReplicas: 8 } })
  expect(named("Job", "migrate")?.metadata).toMatchObject({
    annotations: { "helm.sh/hook": "pre-install,pre-upgrade" },
  })
})

test.each([
  ["no address", { url: "" }, /url/],
  ["an address without TLS", { url: "http://academy.example" }, /url/],
  ["no secret", { secret: "" }, /secret/],
  ["a video server that is none", { "livekit.url": "https://video.academy.example" }, /livekit/],
  ["a value that the chart doesn't know", { "web.replica": "3" }, /replica/],
  ["no process at all", { "worker.replicas": "0" }, /replicas/],
])("OPS-07 a release with %s is refused before anything is installed", async (_what, values, field) => {
  await expect(render(values)).rejects.toThrow(field)
})

test("OPS-07 the chart installs the release beside which it lies", () => {
  const read = (path: string) => readFileSync(join(chartFolder, path), "utf8")
  const { version } = JSON.parse(read("../../package.json")) as { version: string }
  expect(parse(read("Chart.yaml"))).toMatchObject({ appVersion: version })
})
