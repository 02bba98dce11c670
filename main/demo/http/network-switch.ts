import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes a server off the network and back again at the same address. */
export interface NetworkSwitch {
  /** Ends every connection; no client can connect until the server is plugged in again. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
}

/**
 * Creates the switch.
 * @param server a server that listens on a port
 */
export function createNetworkSwitch(server: Server): NetworkSwitch {
  let address: AddressInfo | null = null;
  return {
    unplug: async () => {
      address = server.address() as AddressInfo; // The server listens on a port.
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
