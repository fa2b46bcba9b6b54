"""Fitting a net to labelled positions with PyTorch, which the extra `train` installs.

Each phase is fitted by itself, starting from the weights the net has: Adam on the cross-entropy of the five
chances, a falling rate, and an average of the weights over the last part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from sixprime.core.kernels import COLUMNS
from sixprime.engine.feature_kernels import FEATURES
from sixprime.engine.net_kernels import CONTACT, HIDDEN, OUTPUTS, RACE, TOP
from sixprime.engine.nets import Net, Tables
from sixprime.training.encoding_kernels import encode

Boards = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FittingPlan:
    """How to fit: passes over the data, positions a step, and the learning rate from first to last."""

    epochs: int = 5
    batch: int = 512
    first_rate: float = 1e-3
    last_rate: float = 2e-5
    averaging: float = 0.999
    seed: int = 1


def fit(
    net: Net, boards: Boards, labels: Floats, tables: Tables, plan: FittingPlan, report: Callable[[str], None]
) -> Net:
    """A new net, fitted to the labels from the weights of `net`."""
    torch.manual_seed(plan.seed)
    fitted = net.copy()
    inputs = np.zeros((len(boards), COLUMNS + FEATURES), dtype=np.float32)
    phases = np.zeros(len(boards), dtype=np.int8)
    encode(boards, 15, tables.shots, tables.escapes, inputs, phases)
    for phase, name in ((CONTACT, "contact"), (RACE, "race")):
        chosen = phases == phase
        if chosen.sum() >= plan.batch:
            _fit_phase(fitted, phase, name, inputs[chosen], labels[chosen], plan, report)
    return fitted


def _fit_phase(
    net: Net, phase: int, name: str, inputs: Floats, labels: Floats, plan: FittingPlan, report: Callable[[str], None]
) -> None:
    first = torch.from_numpy(np.concatenate([net.weights[phase], net.feature_weights[phase]])).requires_grad_()
    bias = torch.from_numpy(net.bias[phase].copy()).requires_grad_()
    top = torch.from_numpy(net.top[phase].copy()).requires_grad_()
    top_bias = torch.from_numpy(net.top_bias[phase].copy()).requires_grad_()
    last = torch.from_numpy(net.last[phase].copy()).requires_grad_()
    parameters = [first, bias, top, top_bias, last]
    averages = [parameter.detach().clone() for parameter in parameters]
    x, y = torch.from_numpy(inputs), torch.from_numpy(labels)
    optimizer = torch.optim.Adam(parameters, lr=plan.first_rate)
    steps = plan.epochs * (len(x) // plan.batch)
    loss_of = torch.nn.BCEWithLogitsLoss()
    step = 0
    for epoch in range(plan.epochs):
        order = torch.randperm(len(x))
        total = 0.0
        for start in range(0, len(x) - plan.batch + 1, plan.batch):
            rate = plan.first_rate * (plan.last_rate / plan.first_rate) ** (step / steps)
            for group in optimizer.param_groups:
                group["lr"] = rate
            rows = order[start : start + plan.batch]
            hidden = torch.relu(x[rows] @ first + bias)
            inner = hidden @ top + top_bias
            outputs = inner[:, HIDDEN : HIDDEN + OUTPUTS] + torch.relu(inner[:, :HIDDEN]) @ last
            loss = loss_of(outputs, y[rows])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            total += float(loss.detach())
            with torch.no_grad():
                keep = min(plan.averaging, step / (step + 10))
                for average, parameter in zip(averages, parameters, strict=True):
                    average.lerp_(parameter, 1 - keep)
            step += 1
        report(f"{name}: epoch {epoch + 1} of {plan.epochs}, loss {total / max(len(x) // plan.batch, 1):.5f}")
    arrays = [average.numpy() for average in averages]
    net.weights[phase], net.feature_weights[phase] = arrays[0][:COLUMNS], arrays[0][COLUMNS:]
    net.bias[phase], net.top[phase], net.top_bias[phase], net.last[phase] = arrays[1:]
    net.top[phase, :, HIDDEN + OUTPUTS : TOP] = 0.0
