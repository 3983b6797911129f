import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { environmentVariables } from '@org/identity-example-server';
import test from 'ava';
import {
  at,
  filesOf,
  keysAt,
  listAt,
  manifestsOf,
  readDeployed,
  readYaml,
  unitSettings,
  unitVariables,
} from './support-deploy.js';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const compose = readYaml('compose/compose.yaml');
const servers = ['server-1', 'server-2'];
const kubernetes = manifestsOf('kubernetes');
const migration = manifestsOf('kubernetes/migrate');
const deployment = kubernetes['Deployment'];
const pod = at(deployment, 'spec.template.spec');
const container = at(pod, 'containers.0');
const unit = unitSettings('systemd/identity-server@.service');
const settingOf = (name: string) => unit.filter(([each]) => each === name).map(([, value]) => value);
/** How long the server finishes requests in flight, in seconds. */
const drain =
  Number(
    /drainMilliseconds = ([\d_]+)/u
      .exec(readFileSync(fromRoot('examples/server/src/prepare-drain.ts'), 'utf8'))?.[1]
      ?.replaceAll('_', ''),
  ) / 1000;

test('every environment variable of a deployment exists', (t) => {
  const used: Record<string, string[]> = {
    containerfile: [...readDeployed('container/Containerfile').matchAll(/^ENV (.+)$/gmu)].flatMap(([, line]) =>
      String(line)
        .split(' ')
        .map((each) => String(each.split('=')[0])),
    ),
    compose: [...servers, 'migrate'].flatMap((name) => keysAt(compose, `services.${name}.environment`)),
    kubernetes: [
      ...keysAt(kubernetes['ConfigMap'], 'data'),
      ...[container, at(migration['Job'], 'spec.template.spec.containers.0')].flatMap((each) =>
        listAt(each, 'env').map((variable) => String(at(variable, 'name'))),
      ),
    ],
    systemd: [
      ...unitVariables(unit),
      ...unitVariables(unitSettings('systemd/identity-server-migrate.service')),
      ...unitSettings('systemd/environment.example').map(([name]) => name),
    ],
  };
  // The last one is a setting of the C library.
  const known = new Set([...environmentVariables, 'PATH', 'MALLOC_ARENA_MAX']);
  for (const name of ['containerfile', 'systemd']) t.true(used[name]?.includes('MALLOC_ARENA_MAX'), name);
  for (const [name, variables] of Object.entries(used)) {
    t.true(variables.length > 1, name);
    t.deepEqual(
      variables.filter((variable) => !known.has(variable)),
      [],
      name,
    );
    t.false(
      variables.some((each) => ['PLATFORM_CONSOLE', 'SEED_DEMO', 'ALLOW_HTTP_ISSUER'].includes(each)),
      name,
    );
  }
});

test('the secrets of a deployment are files, never variables', (t) => {
  const plain = environmentVariables.filter((name) => environmentVariables.includes(`${name}_FILE`));
  for (const name of plain) {
    for (const server of servers) t.is(at(compose, `services.${server}.environment.${name}`), undefined);
    t.is(at(kubernetes['ConfigMap'], `data.${name}`), undefined);
    t.false(listAt(container, 'env').some((each) => at(each, 'name') === name));
    t.false(unitVariables(unit).includes(name));
  }
});

test('the ports and paths of the container file, the compose file and the proxy agree', (t) => {
  const containerfile = readDeployed('container/Containerfile');
  const port = /^EXPOSE (\d+)$/mu.exec(containerfile)?.[1];
  t.regex(containerfile, new RegExp(`^ENV .*PORT=${port}\\b`, 'mu'));
  const proxy = readDeployed('compose/haproxy.cfg');
  for (const [index, server] of servers.entries()) {
    t.is(at(compose, `services.${server}.environment.PORT`), port);
    t.is(at(compose, `services.proxy.environment.SERVER_${index + 1}`), `${server}:${port}`);
    t.true(proxy.includes(`server ${server} "\${SERVER_${index + 1}}"`));
    t.deepEqual(at(compose, `services.${server}.healthcheck.test`), ['CMD', 'node', '/app/check-health.mjs']);
    t.true(Number.parseInt(String(at(compose, `services.${server}.stop_grace_period`)), 10) > drain);
    t.is(at(compose, `services.${server}.environment.TRUST_PROXY`), '1');
  }
  t.regex(proxy, /option httpchk GET \/ready$/mu);
  t.regex(proxy, /deny_status 404 if \{ path \/metrics /u);
  t.regex(proxy, /http-request set-header X-Forwarded-For %\[src\]$/mu);
  t.true(existsSync(fromRoot('deploy/container/check-health.mjs')));
  t.true(existsSync(fromRoot('examples/server/dist/bundle/main.js')), 'the command of the image');
  t.deepEqual(readFileSync(fromRoot('.dockerignore'), 'utf8'), readFileSync(fromRoot('.containerignore'), 'utf8'));
});

test('every service of the compose file is hardened, and only the proxy is open to other machines', (t) => {
  for (const name of keysAt(compose, 'services')) {
    const service = at(compose, `services.${name}`);
    t.is(at(service, 'read_only'), true, name);
    t.deepEqual(at(service, 'cap_drop'), ['ALL'], name);
    t.deepEqual(at(service, 'security_opt'), ['no-new-privileges:true'], name);
    t.not(at(service, 'healthcheck'), undefined, name);
    const open = listAt(service, 'ports').filter((each) => !String(each).startsWith('127.0.0.1:'));
    t.is(open.length, name === 'proxy' ? 1 : 0, name);
  }
  const script = readDeployed('compose/make-secrets.sh');
  for (const secret of keysAt(compose, 'secrets')) {
    t.is(at(compose, ['secrets', secret, 'file']), `./secrets/${secret}`);
    t.regex(script, new RegExp(`^make ${secret.replace('.', '\\.')} `, 'mu'));
  }
  t.is(at(compose, 'networks.back.internal'), true);
  t.deepEqual(at(compose, 'services.postgres.networks'), ['back']);
});

test('the manifests of Kubernetes refer to each other by names and labels that exist', (t) => {
  const name = at(deployment, 'metadata.name');
  const labels = at(deployment, 'spec.template.metadata.labels');
  t.deepEqual(at(deployment, 'spec.selector.matchLabels'), labels);
  t.deepEqual(at(kubernetes['Service'], 'spec.selector'), labels);
  t.deepEqual(at(kubernetes['PodDisruptionBudget'], 'spec.selector.matchLabels'), labels);
  t.deepEqual(at(kubernetes['NetworkPolicy'], 'spec.podSelector.matchLabels'), labels);
  for (const each of listAt(pod, 'topologySpreadConstraints'))
    t.deepEqual(at(each, 'labelSelector.matchLabels'), labels);
  t.is(listAt(pod, 'topologySpreadConstraints').length, 2);
  t.like(at(kubernetes['HorizontalPodAutoscaler'], 'spec.scaleTargetRef') as object, { kind: 'Deployment', name });
  t.is(at(pod, 'serviceAccountName'), at(kubernetes['ServiceAccount'], 'metadata.name'));
  t.is(at(container, 'envFrom.0.configMapRef.name'), at(kubernetes['ConfigMap'], 'metadata.name'));
  t.is(at(pod, 'volumes.0.secret.secretName'), at(kubernetes['Secret'], 'metadata.name'));
  const keys = keysAt(kubernetes['Secret'], 'stringData');
  const mounted = at(container, 'volumeMounts.0.mountPath');
  for (const variable of listAt(container, 'env'))
    t.true(keys.some((key) => at(variable, 'value') === `${mounted}/${key}`));
  const host = new URL(String(at(kubernetes['ConfigMap'], 'data.ISSUER'))).host;
  t.is(at(kubernetes['Ingress'], 'spec.rules.0.host'), host);
  t.deepEqual(at(kubernetes['Ingress'], 'spec.tls.0.hosts'), [host]);
  const backend = at(kubernetes['Ingress'], 'spec.rules.0.http.paths.0.backend.service');
  t.deepEqual(backend, {
    name: 'identity-server',
    port: { name: at(kubernetes['Service'], 'spec.ports.0.name') as string },
  });
  t.is(at(kubernetes['Service'], 'metadata.name'), 'identity-server');

  const job = at(migration['Job'], 'spec.template');
  t.deepEqual(at(migration['NetworkPolicy'], 'spec.podSelector.matchLabels'), at(job, 'metadata.labels'));
  t.notDeepEqual(at(job, 'metadata.labels'), labels, 'the Service must not send requests to the job');
  t.deepEqual(at(job, 'spec.containers.0.args'), ['identity-server', 'migrate']);
  for (const folder of ['kubernetes', 'kubernetes/migrate']) {
    const byHand = ['kustomization.yaml', 'namespace.yaml', 'secret.example.yaml'];
    const applied = filesOf(folder).filter((file) => file.endsWith('.yaml') && !byHand.includes(file));
    t.deepEqual(listAt(readYaml(`${folder}/kustomization.yaml`), 'resources').sort(), applied.sort());
  }
  t.deepEqual(
    at(readYaml('kubernetes/kustomization.yaml'), 'images'),
    at(readYaml('kubernetes/migrate/kustomization.yaml'), 'images'),
    'servers and migrations are of one version',
  );
});

test('the pods have the probes, ports and time to stop that the server needs', (t) => {
  t.is(at(kubernetes['ConfigMap'], 'data.PORT'), String(at(container, 'ports.0.containerPort')));
  t.is(at(kubernetes['ConfigMap'], 'data.METRICS_PORT'), String(at(container, 'ports.1.containerPort')));
  t.deepEqual(
    listAt(kubernetes['Service'], 'spec.ports').map((each) => at(each, 'targetPort')),
    ['http'],
  );
  for (const [probe, path] of [
    ['startupProbe', '/health'],
    ['livenessProbe', '/health'],
    ['readinessProbe', '/ready'],
  ]) {
    t.deepEqual(at(container, `${probe}.httpGet`), { path, port: 'http' }, probe);
  }
  t.deepEqual(at(deployment, 'spec.strategy.rollingUpdate'), { maxUnavailable: 0, maxSurge: 1 });
  const pause = Number(/(\d+)\)$/u.exec(String(at(container, 'lifecycle.preStop.exec.command.2')))?.[1]) / 1000;
  t.true(pause > 0 && Number(at(pod, 'terminationGracePeriodSeconds')) >= pause + drain + 5);
});

test('the pods keep to the restricted profile', (t) => {
  for (const spec of [pod, at(migration['Job'], 'spec.template.spec')]) {
    t.like(at(spec, 'securityContext') as object, { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    t.is(at(spec, 'automountServiceAccountToken'), false);
    for (const each of listAt(spec, 'containers')) {
      t.deepEqual(at(each, 'securityContext'), {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  }
  t.is(at(kubernetes['Namespace'], ['metadata', 'labels', 'pod-security.kubernetes.io/enforce']), 'restricted');
});

test('the units of systemd start files that exist, and leave time for the requests in flight', (t) => {
  t.deepEqual(settingOf('ExecStart'), ['/usr/bin/node dist/bundle/main.js']);
  t.true(existsSync(fromRoot('examples/server/dist/bundle/main.js')));
  const [start] = unitSettings('systemd/identity-server-migrate.service').flatMap(([name, value]) =>
    name === 'ExecStart' ? [value] : [],
  );
  t.is(start, '/usr/bin/node node_modules/@org/identity-server/dist/src/cli/main.js migrate');
  t.true(existsSync(fromRoot('examples/server/node_modules/@org/identity-server/dist/src/cli/main.js')));
  t.true(Number(settingOf('TimeoutStopSec')[0]) > drain);
  const credentials = settingOf('LoadCredential').map((each) => each.split(':')[0]);
  const files = settingOf('Environment').flatMap((line) =>
    [...line.matchAll(/_FILE=%d\/(\S+)/gu)].map(([, name]) => name),
  );
  t.deepEqual(files.sort(), credentials.sort());
});
