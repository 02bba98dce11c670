import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes a server off the network and back again, at the address that it had. */
export interface NetworkSwitch {
  /** Every connection ends; nobody can connect until it is plugged in. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
}

/** @param server one that listens on a port */
export function networkSwitch(server: Server): NetworkSwitch {
  let address: AddressInfo | null = null;
  return {
    unplug: async () => {
      address = server.address() as AddressInfo; // it listens on a port
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    plugIn: async () => {
      if (address === null) return;
      const listening = once(server, 'listening');
      server.listen(address.port, address.address);
      await listening;
    },
  };
}
