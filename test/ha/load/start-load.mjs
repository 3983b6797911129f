import { pause } from '../processes.mjs';
import { people } from '../world.mjs';
import { createInvitations } from './invitations.mjs';
import { createSeats } from './seats.mjs';
import { createSender } from './send.mjs';
import { createSessions } from './sessions.mjs';

/** Starts a bounded load: each worker has one request in flight and rests between two rounds. */
export function startLoad(servers, record, ids) {
  const send = createSender(servers, record);
  const tools = { send, record, servers, pause };
  const sessions = createSessions(tools);
  const invitations = createInvitations(tools);
  const half = people.seated.length / 2;
  const seats = [people.seated.slice(0, half), people.seated.slice(half)].map((emails) =>
    createSeats({ ...tools, userIds: emails.map((email) => ids.get(email)) }),
  );
  let running = true;
  const repeat = async (work, rest) => {
    while (running) {
      await work().catch((error) => record.violation(`the load failed: ${error.stack}`));
      await pause(rest);
    }
  };
  const workers = [
    ...Array.from({ length: 3 }, () => repeat(sessions.oneSession, 200)),
    ...seats.map((one) => repeat(one.oneChange, 100)),
    repeat(invitations.oneInvitation, 700),
  ];
  return {
    send,
    sessions,
    invitations,
    seats,
    async stop() {
      running = false;
      await Promise.all(workers);
    },
  };
}
