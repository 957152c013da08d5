// A link between two network devices that it makes, as poor as it is told to be: with a rate, a delay, and losses.
// Kernels that have no such queue of their own can do with this. It reads settings from its standard input, one a
// line, and writes each back when it applies:
//
//	down <bits a second> <delay in ms> <lost of a hundred> <queue in ms>
//	up   <the same>
//
// A rate of 0 has no limit. It ends when its input does, and the devices with it.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

const (
	largestPacket = 65_536
	// More than any queue holds: what is late doesn't hold up what comes.
	mostWaiting = 16_384
)

type settings struct {
	rate  float64
	delay time.Duration
	lost  float64
	queue time.Duration
}

type packet struct {
	bytes []byte
	due   time.Time
}

type direction struct {
	sync.Mutex
	settings
	chance *rand.Rand
	// When the link has sent all that was queued.
	free    time.Time
	waiting chan packet
}

// Opens a device for IP packets. It is gone when the file is closed.
func openDevice(name string) (int, error) {
	file, err := syscall.Open("/dev/net/tun", syscall.O_RDWR, 0)
	if err != nil {
		return 0, fmt.Errorf("/dev/net/tun: %w", err)
	}
	var request struct {
		name  [16]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:15], name)
	request.flags = syscall.IFF_TUN | syscall.IFF_NO_PI
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, uintptr(file), syscall.TUNSETIFF, uintptr(unsafe.Pointer(&request)))
	if failed != 0 {
		return 0, fmt.Errorf("making %s: %w", name, failed)
	}
	return file, nil
}

// Takes a packet in, unless it is lost or the queue is full.
func (to *direction) take(bytes []byte) {
	to.Lock()
	defer to.Unlock()
	now := time.Now()
	if to.free.Before(now) {
		to.free = now
	}
	if to.rate > 0 && to.free.Sub(now) > to.queue {
		return
	}
	if to.rate > 0 {
		to.free = to.free.Add(time.Duration(float64(len(bytes)) * 8 / to.rate * float64(time.Second)))
	}
	if to.chance.Float64()*100 < to.lost {
		return
	}
	select {
	case to.waiting <- packet{append([]byte(nil), bytes...), to.free.Add(to.delay)}:
	default:
	}
}

func (to *direction) read(file int) {
	bytes := make([]byte, largestPacket)
	for {
		count, err := syscall.Read(file, bytes)
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil {
			fail(err)
		}
		to.take(bytes[:count])
	}
}

func (to *direction) write(file int) {
	for one := range to.waiting {
		time.Sleep(time.Until(one.due))
		// A device that is down takes nothing, as a cable that is out.
		_, _ = syscall.Write(file, one.bytes)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("use: link <device of the network> <device of the poor side>"))
	}
	var files [2]int
	for at, name := range os.Args[1:] {
		file, err := openDevice(name)
		if err != nil {
			fail(err)
		}
		files[at] = file
	}
	ways := map[string]*direction{}
	for at, name := range []string{"down", "up"} {
		// The same losses in every run.
		way := &direction{chance: rand.New(rand.NewSource(int64(at + 1))), waiting: make(chan packet, mostWaiting)}
		ways[name] = way
		go way.read(files[at])
		go way.write(files[1-at])
	}
	fmt.Println("ready")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var name string
		var rate, delay, lost, queue float64
		if _, err := fmt.Sscan(lines.Text(), &name, &rate, &delay, &lost, &queue); err != nil || ways[name] == nil {
			fail(fmt.Errorf("no setting: %s", lines.Text()))
		}
		way := ways[name]
		way.Lock()
		way.settings = settings{rate, time.Duration(delay) * time.Millisecond, lost, time.Duration(queue) * time.Millisecond}
		way.Unlock()
		fmt.Println(lines.Text())
	}
}
