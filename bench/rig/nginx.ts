import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "#tests/free-port.ts"
import { stopChild } from "./stop-child.ts"
import type { World } from "./world.ts"

const START_WITHIN_MS = 5_000

function configuration(folder: string, port: number): string {
  return `
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
daemon off;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  default_type text/html;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}
`
}

/**
 * Starts nginx with the given files, by name, on loopback. Returns its port. Throws if nginx is not
 * installed.
 */
export async function startNginx(world: World, files: Record<string, string>): Promise<number> {
  if (spawnSync("nginx", ["-v"]).error) {
    throw new Error("there is no nginx on the PATH: install it (Debian: apt-get install nginx-light)")
  }
  const folder = mkdtempSync(join(tmpdir(), "kaksha-nginx-"))
  world.own(() => rmSync(folder, { recursive: true, force: true }))
  spawnSync("mkdir", ["-p", join(folder, "files")])
  // Its workers run as another account where root starts them.
  spawnSync("chmod", ["-R", "755", folder])
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "files", name), text)
  const port = await freePort()
  writeFileSync(join(folder, "nginx.conf"), configuration(folder, port))
  const child = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "inherit" })
  world.own(() => stopChild(child))
  await waitFor(port, Object.keys(files)[0] ?? "")
  return port
}

async function waitFor(port: number, name: string): Promise<void> {
  const start = performance.now()
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/${name}`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (answered) return
    if (performance.now() - start > START_WITHIN_MS) throw new Error("nginx did not begin to answer")
    await new Promise((later) => setTimeout(later, 50))
  }
}
